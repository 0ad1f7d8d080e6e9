import { listActs } from '../account/index.ts';
import { type Actions, reads } from './action.ts';
import { chooseAccount } from './choose-account.ts';

export interface AuditQuestion {
  account?: number | undefined;
  /** ISO 8601. */
  since?: string | undefined;
  until?: string | undefined;
  key?: number | undefined;
  action?: string | undefined;
  limit: number;
  /** Entries with lower numbers only. */
  before?: number | undefined;
}

/** An entry as the command shows it. */
export interface AuditListing {
  id: number;
  /** ISO 8601. */
  at: string;
  /** Null for the operator's command line, and for refused keys that are nobody's. */
  key: number | null;
  action: string;
  object: string | null;
  network: string | null;
}

export const auditActions = {
  /** The newest entries first. */
  listActs: reads(
    async ({ db }, { account, since, until, key, limit, ...rest }: AuditQuestion): Promise<AuditListing[]> => {
      const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
      const filter = { since: date(since), until: date(until), keyId: key, ...rest };
      const entries = await listActs(db, await chooseAccount(db, account, true), limit, filter);
      return entries.map(({ id, at, key_id, action, object, network }) => {
        return { id, at: at.toISOString(), key: key_id, action, object, network };
      });
    },
  ),
} satisfies Actions;
