import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/database/schema.ts';

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
