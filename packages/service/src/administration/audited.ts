import { listAccounts, noteAct, type operators } from '../account/index.ts';
import { retrying } from '../platform/database/retry.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Tools } from '../quality/index.ts';
import type { Action, ActionContext, AfterCommit, NamedDirectories } from './action.ts';
import { type Administration, actions } from './actions.ts';
import type { Backups } from './backups.ts';
import { chooseAccount } from './choose-account.ts';
import type { Moves } from './moves.ts';

export interface AdministrationOptions {
  /** Called after keys were revoked. */
  onRevoke?: () => void;
  publicUrl: string;
  backups: Backups;
  moves: Moves;
  dkimDirectory?: string | undefined;
  directories?: NamedDirectories | undefined;
  /** File with the key that signs files of accounts, if the service has one. */
  moveKeyFile?: string | undefined;
  tools: Tools;
  /** Who acts by the administration interface; the command line is nobody in particular. */
  operator?: (operators.OperatorHolder & { remoteAddress: string | undefined }) | undefined;
}

interface Argument {
  account?: number;
  id?: number;
  mailing?: number;
  dryRun?: boolean;
  /** Set for later pages of an export, which are not logged again. */
  after?: number;
}

type Result = { id?: number } | number | undefined;
type AnyAction = Action<Argument, Result>;

/** Returns the actions as functions that log what they change, in the transaction of the change where there is one. */
export function audited(db: Db, { onRevoke = () => {}, operator, ...options }: AdministrationOptions): Administration {
  const environment = { ...options, onRevoke, operator };
  const direct: ActionContext = { ...environment, db, afterCommit: (work) => void work(db) };
  const entries = Object.entries(actions).map(([name, each]) => {
    const action = each as AnyAction;
    return [name, (argument: Argument) => perform(name, action, argument)];
  });
  return Object.fromEntries(entries) as Administration;

  async function perform(name: string, action: AnyAction, argument: Argument): Promise<Result> {
    if (action.audit === 'none') return action.perform(direct, argument);
    if (argument.dryRun || argument.after) return retrying(() => action.perform(direct, argument));
    if (action.transaction) return performInTransaction(name, action, argument);
    const result = await action.perform(direct, argument);
    await note(db, name, action, argument, result, operator);
    return result;
  }

  async function performInTransaction(name: string, action: AnyAction, argument: Argument): Promise<Result> {
    let waiting: Parameters<AfterCommit>[0][] = [];
    const result = await retrying(() =>
      db.transaction().execute(async (transaction) => {
        waiting = [];
        const afterCommit: AfterCommit = (work) => void waiting.push(work);
        const done = await action.perform({ ...environment, db: transaction, afterCommit }, argument);
        await note(transaction, name, action, argument, done, operator);
        return done;
      }),
    );
    for (const work of waiting) await work(db);
    return result;
  }
}

async function note(
  db: Db,
  name: string,
  { audit }: AnyAction,
  argument: Argument,
  result: Result,
  operator: AdministrationOptions['operator'],
): Promise<void> {
  const id = toId(argument, result);
  const words = [
    ...(audit === 'account' || id === undefined ? [] : [`id=${id}`]),
    ...(operator ? [`operator-key=${operator.keyId}`] : []),
  ];
  const object = words.length > 0 ? words.join(' ') : undefined;
  const key = operator && { id: null, remoteAddress: operator.remoteAddress };
  for (const accountId of await toAccounts(db, audit, argument, id))
    await noteAct(db, { accountId, action: name, object, ...(key && { key }) });
}

async function toAccounts(
  db: Db,
  audit: AnyAction['audit'],
  { account }: Argument,
  id: number | undefined,
): Promise<number[]> {
  if (audit === 'all accounts') return (await listAccounts(db)).map((each) => each.id);
  return [audit === 'account' ? id! : await chooseAccount(db, account)];
}

/** Returns the id of the object that was changed or created. */
function toId({ id, mailing }: Argument, result: Result): number | undefined {
  const created = typeof result === 'object' ? result?.id : result;
  return id ?? mailing ?? created;
}
