// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * The public types of a package, held against {@code public-api.txt} beside the test: one name a line, written by hand,
 * so that one more public type is a decision. Immutable.
 *
 * @param neighbour any class of the package, in whose test resources the list lies
 */
public record PublicApi(Class<?> neighbour) {

    /** Fails with the names that are public and not listed, or listed and not public. */
    public void isAsListed() {
        assertThat(publicTypes())
                .as("public types of %s, by public-api.txt", neighbour.getPackageName())
                .containsExactlyInAnyOrderElementsOf(listedTypes());
    }

    private List<String> publicTypes() {
        return new ClassFileImporter()
                .withImportOption(new HouseRules.PublishedClasses()).importPackages(neighbour.getPackageName()).stream()
                        .filter(PublicApi::isReachable)
                        .map(type -> type.getName()
                                .substring(neighbour.getPackageName().length() + 1))
                        .toList();
    }

    private List<String> listedTypes() {
        try (InputStream list = Objects.requireNonNull(neighbour.getResourceAsStream("public-api.txt"))) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException unreadable) {
            throw new AssertionError("public-api.txt beside " + neighbour.getName() + " cannot be read", unreadable);
        }
    }

    private static boolean isReachable(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublicApi::isReachable).orElse(true);
    }
}
