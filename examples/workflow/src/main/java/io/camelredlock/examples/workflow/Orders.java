// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The database: what was done for which order, in which order of time. It knows nothing of locks. It remembers the highest
 * fencing token of each order, and refuses what comes with a lower one.
 */
final class Orders {

    private final DataSource database;

    Orders(DataSource database) {
        this.database = database;
    }

    void create() throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("create table orders (id varchar primary key, token bigint not null)");
            connection
                    .createStatement()
                    .execute(
                            "create table history (number bigint generated always as identity, id varchar, run varchar,"
                                    + " step varchar, token bigint, place varchar)");
        }
    }

    /**
     * Writes a step, in one transaction with the check of its token.
     *
     * @throws StaleStepException if a higher token wrote before
     */
    void write(Entry entry) throws SQLException, StaleStepException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            if (!isNewest(entry, connection)) {
                throw new StaleStepException(entry);
            }
            append(entry, connection);
            connection.commit();
        }
    }

    private static boolean isNewest(Entry entry, Connection connection) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("update orders set token = ? where id = ? and token <= ?")) {
            update.setLong(1, entry.token());
            update.setString(2, entry.order());
            update.setLong(3, entry.token());
            return update.executeUpdate() == 1;
        }
    }

    private static void append(Entry entry, Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into history (id, run, step, token, place) values (?, ?, ?, ?, ?)")) {
            insert.setString(1, entry.order());
            insert.setString(2, entry.run());
            insert.setString(3, entry.step());
            insert.setLong(4, entry.token());
            insert.setString(5, entry.place());
            insert.executeUpdate();
        }
    }

    /** Lets an order be worked on. */
    void open(String order) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into orders values (?, 0)")) {
            insert.setString(1, order);
            insert.executeUpdate();
        }
    }

    /** All that was written, in the order in which it was. */
    List<Entry> history() throws SQLException {
        List<Entry> entries = new ArrayList<>();
        try (Connection connection = database.getConnection();
                ResultSet row = connection
                        .createStatement()
                        .executeQuery("select id, run, step, token, place from history order by number")) {
            while (row.next()) {
                entries.add(new Entry(
                        row.getString(1), row.getString(2), row.getString(3), row.getLong(4), row.getString(5)));
            }
        }
        return entries;
    }
}
