import type { DatabaseConnection } from 'kysely';
import { CLIENT, inSpan, isTraced } from '../tracing/span.ts';
import { summarizeStatement } from '../tracing/statement.ts';

/** The connection, with a span for each statement if the work that takes it is traced. */
export function tracedConnection(connection: DatabaseConnection): DatabaseConnection {
  if (!isTraced()) return connection;
  return {
    executeQuery: (query, ...others) => {
      const summary = summarizeStatement(query.sql);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
      return inSpan(summary, CLIENT, attributes, () => connection.executeQuery(query, ...others));
    },
    streamQuery: (...args) => connection.streamQuery(...args),
  };
}
