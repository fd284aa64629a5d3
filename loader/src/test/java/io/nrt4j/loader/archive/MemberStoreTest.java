package io.nrt4j.loader.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.nrt4j.loader.testing.DirectMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberStoreTest {
    private static final int LARGEST_SLAB = 4 << 20;

    private final ByteBuf noise = Unpooled.wrappedBuffer(randomBytes(1 << 16));
    private long before;

    @BeforeEach
    void look() {
        before = DirectMemory.inUse();
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertThat(DirectMemory.inUse()).isEqualTo(before);
    }

    @Test
    void aDeclaredSizeTakesNoMoreThanASlab() {
        try (MemberStore store = new MemberStore()) {
            store.begin(Long.MAX_VALUE);
            store.copy(noise, 0, 10);
            assertThat(taken()).isLessThanOrEqualTo(LARGEST_SLAB);
        }
    }

    /** At most 1.25 times the bytes, whatever the sizes of the members are; the last slab may be empty. */
    @ParameterizedTest
    @ValueSource(ints = {5000, 60_000, 400_000, 768 << 10, (768 << 10) + 1, 2_100_000, 4 << 20, 9_000_001})
    void takesLittleMoreThanTheBytes(int size) {
        try (MemberStore store = new MemberStore()) {
            long total = 0;
            while (total < 40 << 20) {
                add(store, size);
                total += size;
            }
            assertThat(taken()).isLessThanOrEqualTo(total * 5 / 4 + LARGEST_SLAB);
        }
    }

    @Test
    void keepsContentsWhole() {
        Random random = new Random(1);
        try (MemberStore store = new MemberStore()) {
            List<Member> members = new ArrayList<>();
            List<Integer> sizes = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                int size = random.nextInt(10) == 0 ? random.nextInt(10 << 20) : random.nextInt(100_000);
                add(store, size);
                members.add(new Member("m" + i, store.chunks()));
                sizes.add(size);
            }
            for (int i = 0; i < members.size(); i++) {
                Member member = members.get(i);
                assertThat(member.size()).isEqualTo(sizes.get(i).longValue());
                assertThat(member.size() > 768 << 10 || member.chunks().size() <= 1)
                        .isTrue();
                assertContent(member.content());
            }
        }
    }

    @Test
    void holesShareTheirMemory() {
        try (MemberStore store = new MemberStore()) {
            store.begin(64 << 20);
            store.appendZeros((64 << 20) - 4);
            store.copy(noise, 0, 4);
            Member member = new Member("sparse", store.chunks());
            assertThat(member.size()).isEqualTo(64 << 20);
            assertThat(member.content().getInt((64 << 20) - 4)).isEqualTo(noise.getInt(0));
            assertThat(member.content().getLong(12345)).isZero();
            assertThat(taken()).isLessThanOrEqualTo(LARGEST_SLAB + (1 << 20));
        }
    }

    private void add(MemberStore store, int size) {
        store.begin(size);
        for (int left = size; left > 0; left -= noise.capacity()) {
            store.copy(noise, 0, Math.min(left, noise.capacity()));
        }
    }

    private void assertContent(ByteBuf content) {
        for (int at = 0; at < content.readableBytes(); at += noise.capacity()) {
            int length = Math.min(noise.capacity(), content.readableBytes() - at);
            assertThat(content.slice(at, length)).isEqualTo(noise.slice(0, length));
        }
    }

    private long taken() {
        return UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - before;
    }

    private static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }
}
