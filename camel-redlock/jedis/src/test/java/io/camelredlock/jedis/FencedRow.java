// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.StaleFencingTokenException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How a row of a database checks fencing tokens. An example for the manual. */
final class FencedRow implements AutoCloseable {

    // tag::table[]
    private static final String TABLE =
            "CREATE TABLE IF NOT EXISTS report (name VARCHAR PRIMARY KEY, text VARCHAR, fence BIGINT)";
    // end::table[]

    private final Connection connection;

    FencedRow(String url) throws SQLException {
        connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
            statement.execute("MERGE INTO report (name, text, fence) KEY (name)"
                    + " SELECT 'daily', '', 0 WHERE NOT EXISTS (SELECT 1 FROM report)");
        }
    }

    // tag::row[]
    void write(String text, long fencingToken) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE report SET text = ?, fence = ? WHERE name = 'daily' AND fence <= ?")) {
            update.setString(1, text);
            update.setLong(2, fencingToken);
            update.setLong(3, fencingToken);
            if (update.executeUpdate() == 0) {
                throw new StaleFencingTokenException("report 'daily'", fencingToken);
            }
        }
    }
    // end::row[]

    String read() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT text FROM report")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
