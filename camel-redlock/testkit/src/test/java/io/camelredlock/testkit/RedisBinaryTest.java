// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisBinaryTest {

    @ParameterizedTest
    @CsvSource({
        "Linux,amd64,linux-amd64",
        "Linux,aarch64,linux-arm64",
        "Mac OS X,x86_64,darwin-amd64",
        "Mac OS X,aarch64,darwin-arm64"
    })
    void thereIsAProgramForThisKindOfMachine(String os, String arch, String ending) {
        String name = RedisBinary.name(os, arch);

        assertThat(name).endsWith(ending);
        assertThat(RedisBinary.class.getResource("/" + name)).isNotNull();
    }

    @Test
    void elsewhereTheMessageSaysWhatToDo() {
        assertThatExceptionOfType(NotPossibleHereException.class)
                .isThrownBy(() -> RedisBinary.name("Windows 11", "amd64"))
                .withMessageContaining("-Dredis.nodes=");
    }

    @Test
    void theProgramIsTakenOutOnce() {
        assertThat(RedisBinary.path())
                .isEqualTo(RedisBinary.path())
                .isExecutable()
                .matches(Files::isRegularFile);
    }

    @ParameterizedTest
    @CsvSource({
        "Redis server v=6.2.11 sha=0,false",
        "Redis server v=7.0.15 sha=0,true",
        "Valkey server v=8.0.1 sha=0,true"
    })
    void onlyLaterServersAreAskedForDebugCommands(String version, boolean asked, @TempDir Path folder)
            throws IOException {
        Path binary = Files.writeString(folder.resolve("redis-server"), "#!/bin/sh\necho '" + version + "'\n");
        Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwx------"));

        assertThat(RedisBinary.asksForDebugCommands(binary)).isEqualTo(asked);
    }
}
