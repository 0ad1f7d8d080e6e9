import type { Db } from '../../../platform/database/schema.ts';
import { onBehalfOf } from '../../../platform/turns/on-behalf.ts';
import { DeadlineError, MemoryLimitError } from '../../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../../platform/workers/worker-pool.ts';
import { thumbnailLimits } from './limits.ts';
import type { Thumbnail } from './worker.ts';

const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');

/**
 * Returns the thumbnail of the image behind a public address, or `undefined` if there is no such image. The first call makes
 * it and keeps the result with the image, also that there is none: what fails once is not tried again.
 */
export async function findThumbnail(db: Db, token: string): Promise<Thumbnail | undefined> {
  const kept = await db
    .selectFrom('media_image')
    .select(['account_id', 'thumbnail', 'thumbnail_fault'])
    .where('token', '=', token)
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  if (kept.thumbnail !== null) return { png: kept.thumbnail };
  if (kept.thumbnail_fault !== null) return { fault: kept.thumbnail_fault };
  const image = await db.selectFrom('media_image').select('bytes').where('token', '=', token).executeTakeFirst();
  if (image === undefined) return undefined;
  const made = await onBehalfOf(kept.account_id, () => make(image.bytes));
  await db
    .updateTable('media_image')
    .set('png' in made ? { thumbnail: made.png } : { thumbnail_fault: made.fault })
    .where('account_id', '=', kept.account_id)
    .where('token', '=', token)
    .execute();
  return made;
}

async function make(bytes: Uint8Array): Promise<Thumbnail> {
  try {
    return await call('makeThumbnail', bytes, { deadlineMillis: thumbnailLimits.deadlineMillis, isolated: true });
  } catch (error) {
    if (error instanceof DeadlineError || error instanceof MemoryLimitError) return { fault: 'too_complex' };
    throw error;
  }
}
