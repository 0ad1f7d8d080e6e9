/**
 * Writes for ever, and prints the number of each write when the database has acknowledged it: a single row, or a
 * transaction of two rows, or one statement of 100 rows, and from time to time a checkpoint. The rows are API keys of
 * account 1 labelled with the number of their write.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { openDatabase } from '../../../src/platform/database/open.ts';

const [, , dataDir, first] = process.argv;
const { kysely } = await openDatabase({ dataDir: dataDir! });
await sql`insert into account (name, domain) select 'one', 'example.org' where not exists (select from account)`.execute(
  kysely,
);
const row = (write: number, part: number) => ({
  account_id: 1,
  prefix: '12345678',
  hash: createHash('sha256').update(`${write}.${part}`).digest(),
  label: String(write),
  rights: ['get' as const],
  creator: 'nobody',
});

for (let write = Number(first); ; write++) {
  if (write % 3 === 0) await kysely.insertInto('api_key').values(row(write, 1)).execute();
  if (write % 3 === 1) {
    await kysely.transaction().execute(async (trx) => {
      await trx.insertInto('api_key').values(row(write, 1)).execute();
      await trx.insertInto('api_key').values(row(write, 2)).execute();
    });
  }
  if (write % 3 === 2) {
    const rows = Array.from({ length: 100 }, (_, part) => row(write, part));
    await kysely.insertInto('api_key').values(rows).execute();
  }
  console.log(String(write));
  if (write % 25 === 0) await sql`checkpoint`.execute(kysely);
}
