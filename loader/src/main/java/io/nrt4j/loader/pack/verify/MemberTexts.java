package io.nrt4j.loader.pack.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Members as text and as JSON, where they have a size for it. */
final class MemberTexts {
    /** The characters that a text of Java holds, whatever they are: its two bytes for each lie in one array. */
    private static final long LARGEST = (1L << 30) - 2;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final MemberTable members;
    private final Set<Member> passedOver = new LinkedHashSet<>();

    MemberTexts(MemberTable members) {
        this.members = members;
    }

    /** The text of a member; empty if there is none, or one too large. */
    Optional<String> text(String name) {
        Optional<Member> member = members.find(name);
        member.filter(m -> m.size() > LARGEST).ifPresent(passedOver::add);
        return member.filter(m -> m.size() <= LARGEST).map(m -> m.content().toString(StandardCharsets.UTF_8));
    }

    /** A member as JSON; missing if there is no text, or it cannot be parsed. */
    JsonNode tree(String name) {
        try {
            String text = text(name).orElse("");
            return text.isEmpty() ? MissingNode.getInstance() : MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** One check for each member that was asked for and is too large. */
    List<VerifyCheck> passedOver() {
        return passedOver.stream()
                .map(member -> VerifyCheck.odd(
                        member.name(),
                        "not looked at: %d bytes, more than the %d of a text".formatted(member.size(), LARGEST)))
                .toList();
    }
}
