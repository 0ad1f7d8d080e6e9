import type { Db } from '../../platform/database/schema.ts';
import { secretsOf } from '../../platform/secrets/box.ts';
import { accountSecret } from './columns.ts';

/** Returns the key of the checksums and tokens of an account. */
export async function secretOfAccount(db: Db, id: number): Promise<Uint8Array> {
  const account = db.selectFrom('account').select('secret').where('id', '=', id);
  return secretsOf(db).open(accountSecret, { account: id, row: id }, (await account.executeTakeFirstOrThrow()).secret);
}
