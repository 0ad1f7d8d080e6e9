import { createHash, randomBytes } from 'node:crypto';
import { badRequest } from '@mailwright/server-runtime';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { beyondQuota } from '../quotas/quotas.ts';
import { quotasOf } from '../quotas/store.ts';
import type { ThumbnailFault } from '../tables.ts';
import { imageType } from './image-type.ts';

/** Bytes of all images that an account keeps. */
export async function mediaBytes(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(bytes)), 0)::int8 as bytes from media_image where account_id = ${accountId}`.execute(
    db,
  );
  return rows[0]!.bytes;
}

/** An image of an account, without its bytes. */
export interface MediaImage {
  id: number;
  token: string;
  name: string | null;
  mime_type: string;
  size: number;
  created_at: Date;
  thumbnail_fault: ThumbnailFault | null;
}

/** Larger ones take mail programs long to load. */
const maxImageBytes = 5 * 1024 * 1024;

/** Checks a file that somebody uploads. @throws ApiError 400 if it is no image, or too large */
function checkImage(bytes: Uint8Array): { mime_type: string; bytes: Uint8Array } {
  const mime_type = imageType(bytes);
  if (mime_type === undefined) throw badRequest('The image must be a PNG, JPEG, GIF or WebP file.');
  if (bytes.length > maxImageBytes)
    throw badRequest(`The image must have at most ${maxImageBytes} bytes but has ${bytes.length}.`);
  return { mime_type, bytes };
}

/** Stores an image that somebody uploads. @throws ApiError 400 if it is none or too large, 409 beyond the quota */
export async function addImage(
  db: Db,
  accountId: number,
  bytes: Uint8Array,
  name: string | undefined,
): Promise<MediaImage> {
  const image = checkImage(bytes);
  const quota = (await quotasOf(db, accountId))['media-bytes'];
  if ((await mediaBytes(db, accountId)) + image.bytes.length > quota) throw beyondQuota('media-bytes', quota);
  const token = await putImage(db, accountId, image);
  const stored = await imagesOf(db, accountId).where('token', '=', token).executeTakeFirstOrThrow();
  if (name === undefined || stored.name !== null) return stored;
  await renameImage(db, accountId, stored.id, name);
  return { ...stored, name };
}

/** Finds an image of the account. */
export const findImageById = (db: Db, accountId: number, id: number): Promise<MediaImage | undefined> =>
  imagesOf(db, accountId).where('id', '=', id).executeTakeFirst();

/** Returns `false` if the account has no such image. */
export async function renameImage(db: Db, accountId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media_image')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an image; its address has nothing any more. Returns `false` if the account has no such image. */
export async function deleteImage(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('media_image')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A page of images, the newest first. */
export const listImages = (
  db: Db,
  accountId: number,
  { page_size, page_index }: { page_size: number; page_index: number },
): Promise<MediaImage[]> =>
  imagesOf(db, accountId)
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_index - 1) * page_size)
    .execute();

export async function countImages(db: Db, accountId: number): Promise<number> {
  const { images } = await db
    .selectFrom('media_image')
    .select((image) => image.fn.countAll<number>().as('images'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return images;
}

const imagesOf = (db: Db, accountId: number) =>
  db
    .selectFrom('media_image')
    .select([
      'id',
      'token',
      'name',
      'mime_type',
      'created_at',
      'thumbnail_fault',
      sql<number>`octet_length(bytes)`.as('size'),
    ])
    .where('account_id', '=', accountId);

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
