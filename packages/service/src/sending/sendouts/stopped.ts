import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';

/**
 * Tells those who may send that a mailing which somebody has started or scheduled was not sent, in the transaction that
 * stops it: nobody looks at a sendout that should have begun at night.
 */
export type TellStopped = (db: Db, mailing: Mailing, reason: string) => Promise<void>;
