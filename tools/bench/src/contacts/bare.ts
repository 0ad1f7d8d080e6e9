import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDatabase } from '../../../../packages/service/src/platform/database/open.ts';
import { freshDirectory } from '../load/service.ts';
import { inChunks, type Person, rowOf } from './people.ts';

/** COPY into the table of contacts with all its indexes; returns the seconds that took. */
export async function copyIntoServer(client: pg.Client, accountId: number, contacts: Person[]): Promise<number> {
  const lines = contacts.map((person) => {
    const { email, email_folded, external_id, permission, standard_fields } = rowOf(person);
    return `${[accountId, email, email_folded, external_id, permission, JSON.stringify(standard_fields)].join('\t')}\n`;
  });
  const chunks = Array.from(inChunks(lines, 1000), (chunk) => chunk.join(''));
  const started = performance.now();
  const columns = 'account_id, email, email_folded, external_id, permission, standard_fields';
  await pipeline(Readable.from(chunks), client.query(copyFrom(`copy contact (${columns}) from stdin`)));
  return (performance.now() - started) / 1000;
}

/** Batches of 5,000 rows in one transaction, in the way that is the fastest here; returns the seconds that took. */
export async function insertIntoEmbedded(contacts: Person[]): Promise<number> {
  const dataDir = freshDirectory();
  const database = await openDatabase({ dataDir });
  try {
    const { id } = await database.kysely
      .insertInto('account')
      .values({ name: 'Bench', domain: 'example.com' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const batches = Array.from(inChunks(contacts, 5000), (chunk) => JSON.stringify(chunk.map(rowOf)));
    const started = performance.now();
    await database.kysely.transaction().execute(async (transaction) => {
      for (const batch of batches) {
        await sql`
          insert into contact (account_id, email, email_folded, external_id, permission, standard_fields)
          select ${id}::int8, email, email_folded, external_id, permission, standard_fields
          from json_to_recordset(${batch}::json) as batch (
            email text, email_folded text, external_id text, permission int2, standard_fields jsonb)`.execute(
          transaction,
        );
      }
    });
    return (performance.now() - started) / 1000;
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
