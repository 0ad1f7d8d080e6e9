import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * A bare node:https server that answers every request with one contact as JSON, by the SQL of the service as a named
 * statement of pg and nothing else: no key, no validation, no XML. What it answers a second no service on this machine can
 * exceed by much. Runs in a process of its own: `node bare-contact.ts KEY CERTIFICATE DATABASE_URL EMAIL`; prints its port.
 */
const [keyFile, certFile, connectionString, email] = process.argv.slice(2) as [string, string, string, string];
const pool = new pg.Pool({ connectionString, max: 10 });
const text = 'select * from "contact" where "account_id" = $1 and "email_folded" = $2 order by "id"';

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile) },
  async (_request, response) => {
    const { rows } = await pool.query({ name: 'contact', text, values: [1, email] });
    const body = JSON.stringify(rows[0]);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  },
);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
