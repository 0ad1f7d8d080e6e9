import { chooseAccount, listAccounts, noteAct } from '../account/index.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Administration } from './administration.ts';

/** What an operator only reads. All else changes something, or takes out what is personal. */
const reading = new Set<string>([
  'accountSettings',
  'backupState',
  'checkableMailing',
  'customFields',
  'diagnosis',
  'latestMailings',
  'listAccounts',
  'listActs',
  'listKeys',
  'listLimits',
  'listQuotas',
  'listSendouts',
  'listSites',
  'profileFields',
  'showMailing',
] satisfies (keyof Administration)[]);
/** These are about all accounts. */
const ofTheService = new Set<string>(['startBackup'] satisfies (keyof Administration)[]);
/** These are about an account, and not about something of an account. */
const ofAccounts = new Set<string>(['createAccount', 'closeAccount'] satisfies (keyof Administration)[]);

interface Argument {
  account?: number;
  id?: number;
  mailing?: number;
  dryRun?: boolean;
  /** Where a later piece of an export begins. */
  after?: number;
}

type Result = { id?: number } | number | undefined;

/** The same actions, which write down in the audit log what was done. */
export function audited<Actions extends Administration>(db: Db, actions: Actions): Actions {
  const concerned = async (name: string, { account }: Argument, id: number | undefined): Promise<number[]> => {
    if (ofTheService.has(name)) return (await listAccounts(db)).map((each) => each.id);
    return [ofAccounts.has(name) ? id! : await chooseAccount(db, account)];
  };
  const entries = Object.entries(actions).map(([name, action]) => {
    const act = action as (argument: Argument) => Promise<Result>;
    const audit = async (argument: Argument) => {
      const result = await act(argument);
      if (argument.dryRun || argument.after) return result;
      const id = idOf(argument, result);
      const object = ofAccounts.has(name) || id === undefined ? undefined : `id=${id}`;
      for (const accountId of await concerned(name, argument, id))
        await noteAct(db, { accountId, action: name, object });
      return result;
    };
    return [name, reading.has(name) ? act : audit];
  });
  return Object.fromEntries(entries) as Actions;
}

/** The number of what was changed or made. */
function idOf({ id, mailing }: Argument, result: Result): number | undefined {
  const made = typeof result === 'object' ? result?.id : result;
  return id ?? mailing ?? made;
}
