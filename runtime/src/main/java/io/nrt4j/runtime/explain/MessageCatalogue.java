package io.nrt4j.runtime.explain;

import io.nrt4j.loader.diagnostics.LogMessage;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Every {@link LogMessage} constant of the loader and the runtime, found where it stands: beside its check.
 *
 * <p>Reads the class files that the library consists of, so that no list has to be kept.
 */
public final class MessageCatalogue {
    private static final String CLASS_FILE = ".class";
    private static final String ROOT = "io/nrt4j/";
    /** The lines of a cascade stand in a list. */
    private static final String MESSAGE_LIST = "java.util.List<" + LogMessage.class.getName() + ">";
    /** Needs libraries that only tests have. */
    private static final String TEST_SUPPORT = "io/nrt4j/runtime/junit/";

    private final List<KnownMessage> messages;

    private MessageCatalogue(List<KnownMessage> messages) {
        this.messages = List.copyOf(messages);
    }

    /** Reads all classes of the library. */
    public static MessageCatalogue scan() {
        List<KnownMessage> found = new ArrayList<>();
        for (Class<?> module : List.of(LogMessage.class, MessageCatalogue.class)) {
            classNames(module).forEach(name -> addConstants(name, found));
        }
        found.sort(Comparator.comparing(KnownMessage::constant));
        return new MessageCatalogue(found);
    }

    /** All messages, by the name of their constant. */
    public List<KnownMessage> messages() {
        return messages;
    }

    private static List<String> classNames(Class<?> module) {
        try {
            Path place = Path.of(
                    module.getProtectionDomain().getCodeSource().getLocation().toURI());
            List<String> files = Files.isDirectory(place) ? filesUnder(place) : entriesOf(place);
            return files.stream()
                    .filter(file -> file.startsWith(ROOT) && file.endsWith(CLASS_FILE))
                    .filter(file -> !file.startsWith(TEST_SUPPORT))
                    .map(file -> file.substring(0, file.length() - CLASS_FILE.length())
                            .replace('/', '.'))
                    .toList();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> filesUnder(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> directory.relativize(file).toString().replace(File.separatorChar, '/'))
                    .toList();
        }
    }

    private static List<String> entriesOf(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(entry -> entry.getName()).toList();
        }
    }

    private static void addConstants(String className, List<KnownMessage> found) {
        try {
            Class<?> type = Class.forName(className, false, MessageCatalogue.class.getClassLoader());
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && holdsMessages(field)) {
                    field.setAccessible(true);
                    String name = className + "." + field.getName();
                    messagesIn(field.get(null)).forEach(message -> found.add(new KnownMessage(message, name)));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(className, e);
        }
    }

    private static boolean holdsMessages(Field field) {
        return field.getType() == LogMessage.class
                || field.getGenericType().getTypeName().equals(MESSAGE_LIST);
    }

    private static List<LogMessage> messagesIn(Object value) {
        if (value instanceof LogMessage message) {
            return List.of(message);
        }
        return ((List<?>) value).stream().map(LogMessage.class::cast).toList();
    }
}
