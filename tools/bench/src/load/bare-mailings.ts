import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CompiledQuery } from 'kysely';
import { type DatabaseConfig, openDatabase } from '../../../../packages/service/src/platform/database/open.ts';

/**
 * A bare node:https server that answers every request with a page of mailings as JSON, by the SQL of the service and nothing
 * else: no key, no validation, no XML. `?page=5000` is another page. Runs in a process of its own:
 * `node bare-mailings.ts KEY CERTIFICATE CONFIG`, CONFIG being a DatabaseConfig in JSON; prints its port.
 */
const [keyFile, certFile, config] = process.argv.slice(2) as [string, string, string];
const { kysely } = await openDatabase(JSON.parse(config) as DatabaseConfig);
const matching = `from "mailing" where "mailing"."account_id" = $1 and "state" in ($2)`;
const text = `
  select "mailing"."id", "name", "state", "type", "schedule_time", (select count(*) as "total" ${matching}) as "total"
  from (select "mailing"."id" ${matching} order by mailing.id asc limit $3 offset $4) as "page"
  inner join "mailing" on "mailing"."id" = "page"."id"
  where "mailing"."account_id" = $1 order by mailing.id asc`;

const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, async (request, response) => {
  const page = Number(new URL(request.url!, 'https://localhost').searchParams.get('page') ?? 1);
  const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, [1, 'draft', 100, (page - 1) * 100]));
  const body = JSON.stringify(rows);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
