// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A lease on its way to another process (S-O), as a string that any message header can carry. Who has the string can take the
 * lease over, once: it is as secret as the lease.
 *
 * @param resources what is held, with the fencing token of each, if there are any
 * @param ttlMillis the time to live the lease was acquired for
 * @param nodes what the nodes know the lease by
 */
record Handover(List<Held> resources, long ttlMillis, List<Share> nodes) {

    /** Begins every such string, and says how to read the rest. */
    private static final String PREFIX = "redlock1.";

    private static final int LONGEST = 64 * 1024;

    /** One resource of the lease. */
    record Held(Resource resource, long fence) {}

    /**
     * One node's part in the lease.
     *
     * @param node its name
     * @param lists which of the giver's lists it is in (S-N3): 1 the first, 2 the second, 3 both
     * @param isFull whether its vote counts
     * @param memory the memory it had when it got the keys
     * @param tokens those it was ever sent, the present one last
     */
    record Share(String node, int lists, boolean isFull, Incarnation memory, List<Token> tokens) {

        Share {
            tokens = List.copyOf(tokens);
        }
    }

    Handover {
        resources = List.copyOf(resources);
        nodes = List.copyOf(nodes);
    }

    /** That node's part; nothing if the giver did not know it. */
    Share share(String node) {
        return nodes.stream()
                .filter(share -> share.node().equals(node))
                .findFirst()
                .orElseGet(() -> new Share(node, 0, false, Incarnation.UNKNOWN, List.of()));
    }

    /** Whether one of the giver's lists has just these nodes. */
    boolean isOfNodes(Set<String> names) {
        return Stream.of(1, 2)
                .anyMatch(list -> nodes.stream()
                        .filter(share -> (share.lists() & list) != 0)
                        .map(Share::node)
                        .collect(Collectors.toSet())
                        .equals(names));
    }

    List<Resource> names() {
        return resources.stream().map(Held::resource).toList();
    }

    String encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out);
            out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    private void write(DataOutputStream out) throws IOException {
        out.writeLong(ttlMillis);
        out.writeShort(resources.size());
        for (Held held : resources) {
            out.writeByte(held.resource().space().ordinal());
            out.writeUTF(held.resource().name());
            out.writeLong(held.fence());
        }
        out.writeShort(nodes.size());
        for (Share share : nodes) {
            out.writeUTF(share.node());
            out.writeByte(share.lists());
            out.writeBoolean(share.isFull());
            out.writeUTF(share.memory().marker());
            out.writeUTF(share.memory().runId());
            out.writeUTF(share.memory().replicationId());
            out.writeShort(share.tokens().size());
            for (Token token : share.tokens()) {
                out.writeUTF(token.value());
            }
        }
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IllegalArgumentException if it is something else; the message does not repeat it
     */
    static Handover decode(String text) {
        String trimmed = text.strip();
        if (!trimmed.startsWith(PREFIX) || trimmed.length() > LONGEST) {
            throw new IllegalArgumentException("this is no hand-over string: those begin with " + PREFIX);
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(trimmed.substring(PREFIX.length()));
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            Handover read = read(in);
            boolean isWhole = in.readInt() == checksum(bytes, bytes.length - Integer.BYTES);
            if (isWhole && read.encode().equals(trimmed)) {
                return read;
            }
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException damaged) {
            // said below, without what was in it
        }
        throw new IllegalArgumentException("the hand-over string is damaged: something on its way changed or cut it");
    }

    private static Handover read(DataInputStream in) throws IOException {
        long ttlMillis = in.readLong();
        List<Held> resources = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            Resource.Space space = Resource.Space.values()[in.readUnsignedByte()];
            resources.add(new Held(new Resource(space, in.readUTF()), in.readLong()));
        }
        List<Share> nodes = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            nodes.add(new Share(in.readUTF(), in.readUnsignedByte(), in.readBoolean(), memory(in), tokens(in)));
        }
        return new Handover(resources, ttlMillis, nodes);
    }

    private static Incarnation memory(DataInputStream in) throws IOException {
        return new Incarnation(in.readUTF(), in.readUTF(), in.readUTF());
    }

    private static List<Token> tokens(DataInputStream in) throws IOException {
        List<Token> tokens = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            String value = in.readUTF();
            if (!value.matches("[0-9a-f]{32}")) {
                throw new IOException("no token");
            }
            tokens.add(new Token(value));
        }
        return tokens;
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** Without tokens. */
    @Override
    public String toString() {
        return "hand-over of " + names();
    }
}
