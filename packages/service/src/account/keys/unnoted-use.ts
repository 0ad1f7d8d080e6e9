import { sql } from 'kysely';
import { takesChanges } from '../../platform/database/ping.ts';

/**
 * Condition that the use of a key, a row with `last_used_at`, is to be noted: at most once a minute, and never in a database
 * that takes no changes, as a standby, which serves reads all the same.
 */
export const unnotedUse = sql<boolean>`(coalesce(last_used_at < now() - interval '1 minute', true) and ${takesChanges})`;
