import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';

/** Returns the key of a list: statements with the same text and the same values have the same rows. */
export function listKey({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): string {
  return createHash('sha256')
    .update(JSON.stringify([sql, parameters]))
    .digest('base64');
}
