import { type Account, listPlaceholders } from '../../account/index.ts';
import { isSealed, type Mailing } from '../../mailings/index.ts';
import { type CustomFields, customFields } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { SealedSources } from '../tables.ts';
import { findSeal } from './store.ts';

/** The account of a mail. Its mails show nothing else of it, because nothing else is kept with a seal. */
export type MailAccount = Pick<Account, 'id' | 'secret'> & SealedSources['account'];

/** Values of an account that its mails are made of. */
export interface AccountSources {
  account: MailAccount;
  /** By key. */
  placeholders: ReadonlyMap<string, string>;
  customFields: CustomFields;
}

/** Reads what a mailing shows of its account: as it was when the mailing was sealed, or as it is while it can be changed. */
export async function readAccountSources(db: Db, account: Account, mailing: Mailing): Promise<AccountSources> {
  const sealed = isSealed(mailing.state) ? (await findSeal(db, mailing))?.sources : undefined;
  const { account: shown, ...others } = sealed ?? (await readPresentSources(db, account));
  return {
    account: { ...account, ...shown },
    placeholders: new Map(others.placeholders),
    customFields: new Map(others.customFields),
  };
}

/** Reads what mails would show of an account now. */
export async function readPresentSources(db: Db, { id, domain, name, time_zone }: MailAccount): Promise<SealedSources> {
  const placeholders = await listPlaceholders(db, id);
  return {
    account: { domain, name, time_zone },
    placeholders: placeholders.map(({ key, value }) => [key, value]),
    customFields: [...(await customFields(db, id))],
  };
}
