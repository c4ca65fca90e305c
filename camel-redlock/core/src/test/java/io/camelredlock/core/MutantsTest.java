// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulation is worth what it finds: each {@link Mutant} of the code is compiled, loaded beside the real one, and must be
 * caught. The code itself has no switch for it.
 */
class MutantsTest {

    private static final Logger LOG = LoggerFactory.getLogger(MutantsTest.class);
    private static final int SCHEDULES = Integer.getInteger("mutants.schedules", 4_000);
    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    @TempDir
    private Path classes;

    @ParameterizedTest
    @EnumSource
    void isCaught(Mutant mutant) throws Exception {
        compile(mutant);

        String noticed = noticed(mutant.noticedBy());

        LOG.warn("MUTANT {} {}", mutant, noticed);
        assertThat(noticed).as("what %s says", mutant.noticedBy()).isNotEmpty();
    }

    private void compile(Mutant mutant) throws IOException {
        Path original = Stream.of("main", "test")
                .map(part -> Path.of("src", part, "java", "io", "camelredlock", "core", mutant.file()))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        Path source = Files.createDirectory(classes.resolve("source")).resolve(mutant.file());
        Files.writeString(source, mutant.mutate(Files.readString(original)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int result = compiler.run(
                null, null, null, "-proc:none", "-cp", CLASS_PATH, "-d", classes.toString(), source.toString());
        assertThat(result).as("exit code of the compiler").isZero();
    }

    private String noticed(String by) throws Exception {
        List<URL> path = new ArrayList<>();
        path.add(classes.toUri().toURL());
        for (String entry : CLASS_PATH.split(File.pathSeparator)) {
            path.add(url(entry));
        }
        try (URLClassLoader world =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            int method = by.indexOf('#');
            return method < 0
                    ? firstViolation(world, by)
                    : failure(world, by.substring(0, method), by.substring(method + 1));
        }
    }

    private static String firstViolation(ClassLoader world, String takeover) throws Exception {
        return (String) world.loadClass(SeedSearch.class.getName())
                .getMethod("firstViolation", String.class, int.class)
                .invoke(null, takeover, SCHEDULES);
    }

    private static String failure(ClassLoader world, String test, String name) throws Exception {
        Class<?> type = world.loadClass(MutantsTest.class.getPackageName() + "." + test);
        Constructor<?> constructor = type.getDeclaredConstructor();
        Method method = type.getDeclaredMethod(name);
        constructor.setAccessible(true);
        method.setAccessible(true);
        try {
            method.invoke(constructor.newInstance());
            return "";
        } catch (InvocationTargetException failed) {
            return String.valueOf(failed.getCause()).lines().limit(5).toList().toString();
        }
    }

    private static URL url(String entry) throws MalformedURLException {
        return new File(entry).toURI().toURL();
    }
}
