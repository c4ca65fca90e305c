// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import static org.junit.jupiter.api.Assumptions.abort;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** A Chromium of this machine without a window. */
record Browser(Path program) {

    static final int WIDTH = 1500;
    private static final int HEIGHT = 1250;
    private static final int NEAR = 6;
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    /** The browser; a test that asks for one where there is none is skipped. */
    static Browser installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Browser::new)
                .orElseGet(() -> abort("there is no Chromium on the PATH, so nobody looked at the picture"));
    }

    /** What the browser shows of a page, which is also kept as a PNG file. */
    BufferedImage picture(Path page, Path png) throws IOException {
        Path profile = Files.createTempDirectory("failover-browser");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--hide-scrollbars",
                        "--user-data-dir=" + profile,
                        "--window-size=" + WIDTH + "," + HEIGHT,
                        "--screenshot=" + png.toAbsolutePath(),
                        page.toUri().toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        await(process);
        delete(profile);
        return ImageIO.read(png.toFile());
    }

    /** How many pixels have that colour, or nearly so. */
    static long pixels(BufferedImage picture, int colour) {
        return IntStream.range(0, picture.getWidth() * picture.getHeight())
                .map(i -> picture.getRGB(i % picture.getWidth(), i / picture.getWidth()))
                .filter(pixel -> isNear(pixel, colour))
                .count();
    }

    private static boolean isNear(int pixel, int colour) {
        return IntStream.of(0, 8, 16)
                .allMatch(shift -> Math.abs((pixel >> shift & 0xff) - (colour >> shift & 0xff)) <= NEAR);
    }

    private static void await(Process process) throws IOException {
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new IOException("the browser did not end within a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the browser was at work", e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((one, other) -> other.compareTo(one)).map(Path::toFile).forEach(File::delete);
        }
    }
}
