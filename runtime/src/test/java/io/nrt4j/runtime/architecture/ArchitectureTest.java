package io.nrt4j.runtime.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The directions of the design: examples, runtime, loader, hal-sim, each knowing only those to its right. */
@AnalyzeClasses(
        packages = "io.nrt4j",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.DoNotIncludeTestJars.class})
class ArchitectureTest {
    /** The loader's test support comes as a jar of its own once the build packages it. */
    static final class DoNotIncludeTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule theDeviceKnowsNothingOfNeffFilesJsonOrTheApi = noClasses()
            .that()
            .resideInAPackage("io.nrt4j.hal..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nrt4j.loader..", "io.nrt4j.runtime..", "com.fasterxml.jackson..", "org.slf4j..");

    @ArchTest
    static final ArchRule theLoaderKnowsNothingOfTheApi = noClasses()
            .that()
            .resideInAPackage("io.nrt4j.loader..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nrt4j.runtime..", "info.picocli..", "ch.qos.logback..");

    @ArchTest
    static final ArchRule theStagesDoNotKnowTheSpine = noClasses()
            .that()
            .resideInAPackage("io.nrt4j.loader.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.nrt4j.loader");

    @ArchTest
    static final ArchRule onlyTheCommandLineKnowsPicocli = noClasses()
            .that()
            .resideOutsideOfPackage("io.nrt4j.runtime.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..");

    @ArchTest
    static final ArchRule loaderPackagesHaveNoCycles =
            slices().matching("io.nrt4j.loader.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule halPackagesHaveNoCycles =
            slices().matching("io.nrt4j.hal.(*)..").should().beFreeOfCycles().allowEmptyShould(true);
}
