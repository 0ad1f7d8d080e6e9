import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** Bytes of all images that an account keeps. */
export async function mediaBytes(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(bytes)), 0)::int8 as bytes from media_image where account_id = ${accountId}`.execute(
    db,
  );
  return rows[0]!.bytes;
}

/** Keeps an image; the same one is kept once. Gives the token of its public address. */
export async function putImage(
  db: Db,
  accountId: number,
  image: { mime_type: string; bytes: Uint8Array },
): Promise<string> {
  const hash = createHash('sha256').update(image.bytes).digest();
  const { token } = await db
    .insertInto('media_image')
    .values({ account_id: accountId, hash, token: randomBytes(16).toString('hex'), ...image })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'hash']).doUpdateSet((row) => ({ mime_type: row.ref('excluded.mime_type') })),
    )
    .returning('token')
    .executeTakeFirstOrThrow();
  return token;
}

/** The image behind a public address; the token itself says which account it belongs to. */
export async function findImage(db: Db, token: string): Promise<{ mime_type: string; bytes: Uint8Array } | undefined> {
  return db.selectFrom('media_image').select(['mime_type', 'bytes']).where('token', '=', token).executeTakeFirst();
}
