// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrdersTest {

    private final JdbcDataSource memory = new JdbcDataSource();
    private final Orders orders = new Orders(memory);

    @BeforeEach
    void createTables() throws SQLException {
        memory.setUrl("jdbc:h2:mem:" + System.identityHashCode(this) + ";DB_CLOSE_DELAY=-1");
        orders.create();
        orders.open("order 1");
        orders.open("order 2");
    }

    private static Entry entry(String order, long token) {
        return new Entry(order, "first", "charge", token, "here");
    }

    @Test
    void theSameTokenMayWriteAgainAndAHigherOneMayGoOn() throws Exception {
        orders.write(entry("order 1", 5));
        orders.write(entry("order 1", 5));
        orders.write(entry("order 1", 7));

        assertThat(orders.history()).extracting(Entry::token).containsExactly(5L, 5L, 7L);
    }

    @Test
    void aLowerTokenIsRefusedAndWritesNothing() throws Exception {
        orders.write(entry("order 1", 7));

        assertThatThrownBy(() -> orders.write(entry("order 1", 6))).isInstanceOf(StaleStepException.class);

        assertThat(orders.history()).containsExactly(entry("order 1", 7));
    }

    @Test
    void eachOrderHasItsOwnTokens() throws Exception {
        orders.write(entry("order 1", 7));
        orders.write(entry("order 2", 6));

        assertThat(orders.history()).hasSize(2);
    }
}
