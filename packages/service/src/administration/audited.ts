import type { Kysely } from 'kysely';
import { chooseAccount, listAccounts, noteAct } from '../account/index.ts';
import { retrying } from '../platform/database/retry.ts';
import type { Db, Schema } from '../platform/database/schema.ts';
import { type Administration, type AdministrationOptions, type AfterCommit, administration } from './actions.ts';

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
/** These take long or work beside the database: they run in no transaction, and are written down when they succeeded. */
const withoutTransaction = new Set<string>(['startBackup', 'checkMailing'] satisfies (keyof Administration)[]);
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
type Act = (argument: Argument) => Promise<Result>;

/** What an operator does; what changes something writes that into the audit log, in the transaction of the change. */
export function audited(db: Kysely<Schema>, options: AdministrationOptions): Administration {
  const atOnce: AfterCommit = (work) => void work(db);
  const actions = administration(db, options, atOnce);
  const entries = Object.entries(actions).map(([name, action]) => {
    const act = action as Act;
    if (reading.has(name)) return [name, act];
    const audit = (argument: Argument) => {
      if (argument.dryRun || argument.after) return retrying(() => act(argument));
      return withoutTransaction.has(name) ? beside(name, act, argument) : within(name, argument);
    };
    return [name, audit];
  });
  return Object.fromEntries(entries) as Administration;

  async function beside(name: string, act: Act, argument: Argument): Promise<Result> {
    const result = await act(argument);
    await note(db, name, argument, result);
    return result;
  }

  async function within(name: string, argument: Argument): Promise<Result> {
    let waiting: Parameters<AfterCommit>[0][] = [];
    const result = await retrying(() =>
      db.transaction().execute(async (transaction) => {
        waiting = [];
        const inside = administration(transaction, options, (work) => void waiting.push(work));
        const done = await (inside[name as keyof Administration] as Act)(argument);
        await note(transaction, name, argument, done);
        return done;
      }),
    );
    for (const work of waiting) await work(db);
    return result;
  }
}

async function note(db: Db, name: string, argument: Argument, result: Result): Promise<void> {
  const id = idOf(argument, result);
  const object = ofAccounts.has(name) || id === undefined ? undefined : `id=${id}`;
  for (const accountId of await concerned(db, name, argument, id))
    await noteAct(db, { accountId, action: name, object });
}

async function concerned(db: Db, name: string, { account }: Argument, id: number | undefined): Promise<number[]> {
  if (ofTheService.has(name)) return (await listAccounts(db)).map((each) => each.id);
  return [ofAccounts.has(name) ? id! : await chooseAccount(db, account)];
}

/** The number of what was changed or made. */
function idOf({ id, mailing }: Argument, result: Result): number | undefined {
  const made = typeof result === 'object' ? result?.id : result;
  return id ?? mailing ?? made;
}
