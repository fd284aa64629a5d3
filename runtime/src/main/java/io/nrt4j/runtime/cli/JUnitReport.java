package io.nrt4j.runtime.cli;

import io.nrt4j.runtime.report.LoadReport;
import io.nrt4j.runtime.report.LoadReport.StageTime;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Load reports as a JUnit XML file, which CI servers show: one test case per NEFF. */
final class JUnitReport {
    private static final double MILLIS_PER_SECOND = 1000;

    private JUnitReport() {}

    static void write(Path file, List<LoadReport> reports) throws IOException {
        try (OutputStream stream = Files.newOutputStream(file)) {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(stream, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "nrt4j check");
            xml.writeAttribute("tests", String.valueOf(reports.size()));
            xml.writeAttribute(
                    "failures",
                    String.valueOf(reports.stream().filter(r -> !r.loaded()).count()));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute(
                    "time",
                    seconds(reports.stream().mapToDouble(JUnitReport::millis).sum()));
            for (LoadReport report : reports) {
                writeCase(xml, report);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IOException("cannot write " + file, e);
        }
    }

    private static void writeCase(XMLStreamWriter xml, LoadReport report) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "nrt4j.check");
        xml.writeAttribute("name", xmlText(report.file()));
        xml.writeAttribute("time", seconds(millis(report)));
        if (!report.loaded()) {
            xml.writeStartElement("failure");
            xml.writeAttribute("type", report.statusName());
            xml.writeAttribute("message", xmlText(report.message()));
            report.log()
                    .forEach(r ->
                            text(xml, "%s %s:%s %s%n".formatted(r.level(), r.module(), r.function(), r.message())));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static void text(XMLStreamWriter xml, String text) {
        try {
            xml.writeCharacters(xmlText(text));
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Names and messages come from the file under test; XML allows no other control characters. */
    private static String xmlText(String text) {
        return text.codePoints()
                .map(c -> c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static double millis(LoadReport report) {
        return report.stages().stream().mapToDouble(StageTime::ms).sum();
    }

    private static String seconds(double millis) {
        return String.format(Locale.ROOT, "%.3f", millis / MILLIS_PER_SECOND);
    }
}
