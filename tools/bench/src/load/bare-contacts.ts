import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * A bare node:https server that answers with a page of 100 contacts as JSON and their number, by named statements of pg and nothing
 * else: no key, no validation, no XML. `?page=995` is another page. Runs in a process of its own:
 * `node bare-contacts.ts KEY CERTIFICATE DATABASE_URL`; prints its port.
 */
const [keyFile, certFile, connectionString] = process.argv.slice(2) as [string, string, string];
const pool = new pg.Pool({ connectionString, max: 10 });
const count = 'select count(*) as total from contact where account_id = $1';
const page = `
  select id, email, external_id, permission, created_at, updated_at, standard_fields from contact
  where account_id = $1 order by id limit 100 offset $2`;

const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, async (request, response) => {
  const index = Number(new URL(request.url!, 'https://localhost').searchParams.get('page') ?? 1);
  const [total, { rows }] = await Promise.all([
    pool.query({ name: 'count', text: count, values: [1] }),
    pool.query({ name: 'page', text: page, values: [1, (index - 1) * 100] }),
  ]);
  const body = JSON.stringify({ total: total.rows[0].total, rows });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
