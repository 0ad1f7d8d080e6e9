import type { Selectable } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { secretsOf } from '../platform/secrets/box.ts';
import { accountSecret } from './secrets/columns.ts';
import type { AccountTable } from './tables.ts';

type AccountRow = Selectable<AccountTable>;

/** An account: the owner of everything else. */
export type Account = Omit<AccountRow, 'secret'> & { secret: Uint8Array };

/** Returns an account as its row says, with its secret decrypted. */
export function openAccount<Row extends Pick<AccountRow, 'id' | 'secret'>>(db: Db, row: Row) {
  const secret = secretsOf(db).open(accountSecret, { account: row.id, row: row.id }, row.secret);
  return { ...row, secret };
}
