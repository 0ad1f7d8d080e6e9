import { type ApiError, type Call, isStrict, notFound, sealedError } from '@mailwright/server';
import { NoResultError } from 'kysely';
import { idempotencyKeysKept, requireRoom } from '../account/index.ts';
import { findMailing, isSealed, lockMailing, type Mailing } from '../mailings/index.ts';
import type { Context } from '../operations/context.ts';
import { requireSeenVersion, seenVersion } from '../operations/mailings/seen-version.ts';
import { precheck } from '../operations/prechecks.ts';
import { forgetContactTotals } from '../people/index.ts';
import type { Database } from '../platform/database/open.ts';
import { retrying } from '../platform/database/retry.ts';
import type { Db } from '../platform/database/schema.ts';
import { SharedTransactions } from '../platform/database/shared-transactions.ts';
import { onceInTransaction, onceWithLease, RunningChanges } from '../platform/idempotency/once.ts';
import { onBehalfOf } from '../platform/turns/on-behalf.ts';
import { demandLastingKey } from './demand-lasting-key.ts';
import { noteCall } from './note-call.ts';
import type { HolderPrincipal } from './principal.ts';

/** Members of every context that do not depend on the request. */
export type SharedContext = Pick<
  Context,
  | 'transport'
  | 'fetch'
  | 'permits'
  | 'withoutChecks'
  | 'dkim'
  | 'installation'
  | 'publicUrl'
  | 'wakeWorker'
  | 'forgetKeys'
>;

/** Short operations that programs call many times a second: on the embedded database, those that come together share a transaction. */
const together: ReadonlySet<string> = new Set(['sendTransactionalMail']);

const changesContacts = ({ method, path }: Call<HolderPrincipal>['operation']): boolean =>
  method !== 'GET' && path.startsWith('/contacts');

/**
 * Wraps a handler: changes run in one transaction, in which an operation that is refused on sealed mailings first finds
 * its mailing (404), sees that it is not sealed and has the version that the caller names (409), and locks it. Reads and long-running work get no transaction. What
 * failed without an effect, because of others or with the connection, is run again, except for long-running work. A
 * change under an Idempotency-Key is made once; whoever repeats it gets the answer of the first time. What was changed
 * stands in the audit log.
 */
export function interceptHandlers({ kysely: db, kind }: Pick<Database, 'kysely' | 'kind'>, environment: SharedContext) {
  const running = new RunningChanges();
  // Transactions of a server wait for its disk together by themselves.
  const shared = kind === 'embedded' ? new SharedTransactions(db) : undefined;
  return (call: Call<HolderPrincipal>, next: (context: Context) => unknown): Promise<unknown> => {
    const accountId = call.principal!.holder.account.id;
    return onBehalfOf(accountId, async () => {
      const answer = await handle(call, next);
      // Whoever adds a contact and then lists them finds it counted.
      if (changesContacts(call.operation)) forgetContactTotals(db, accountId);
      return answer;
    });
  };

  async function handle(call: Call<HolderPrincipal>, next: (context: Context) => unknown): Promise<unknown> {
    demandLastingKey(call);
    const { account, creator, keyId, userId, rights, privileges } = call.principal!.holder;
    const maySend = privileges.includes('send');
    const { operation } = call;
    const { method, longRunning, sealed } = operation;
    const mailingId = sealed === undefined ? undefined : (call.input[sealed] as number);
    let waits: ((db: Db) => Promise<void>)[] = [];
    let prechecked: ApiError | undefined;
    const afterCommit: Context['afterCommit'] = (wait) => void waits.push(wait);
    const inside = async (connection: Db, find: typeof findMailing, wakeWorker: Context['wakeWorker']) => {
      waits = [];
      const mailing = mailingId === undefined ? undefined : await unsealed(connection, find, account.id, mailingId);
      await requireSeen(connection, find, call, mailing);
      const accountId = account.id;
      if (change) await requireRoom(connection, accountId, idempotencyKeysKept, 1);
      const { remoteAddress } = call.request;
      const person = { account, accountId, creator, keyId, userId, rights: [...rights, ...privileges], maySend };
      const caller = { ...person, isStrict: isStrict(call.request), remoteAddress };
      const shared = { ...environment, wakeWorker, afterCommit };
      const answer = await next({ db: connection, ...caller, mailing, prechecked, ...shared });
      if (method !== 'GET' && !operation.path.startsWith('/ping')) await noteCall(connection, call, answer);
      return answer;
    };
    const change = call.idempotency && { accountId: account.id, keyId, ...call.idempotency };
    if (method === 'GET' || longRunning) {
      const make = () => toldGone(db, call, () => inside(db, findMailing, environment.wakeWorker));
      if (change) return running.alone(change, () => onceWithLease(db, change, call.operation, make));
      return longRunning ? make() : retrying(make);
    }
    prechecked = await retrying(() => precheck({ db, account, accountId: account.id }, operation.id, call.input));
    let waitingWork: Parameters<Context['wakeWorker']> | undefined;
    const noteWork: Context['wakeWorker'] = (work) => {
      waitingWork = waitingWork === undefined ? [work] : [];
    };
    const work = (transaction: Db) => {
      const make = () => inside(transaction, lockMailing, noteWork);
      return change ? onceInTransaction(transaction, change, call.operation, make) : make();
    };
    const transact = () =>
      shared && together.has(operation.id)
        ? shared.run(account.id, work)
        : retrying(() => db.transaction().execute((transaction) => work(transaction)));
    const answer = await (change ? running.alone(change, transact) : transact());
    const waiting = waits.map((wait) => wait(db));
    if (waitingWork) environment.wakeWorker(...waitingWork);
    await Promise.all(waiting);
    return answer;
  }
}

/**
 * Without a transaction, a mailing may be deleted between two statements. Then a read is made again, which finds that out,
 * and of other work that is told. @throws ApiError 404
 */
async function toldGone(
  db: Db,
  { operation, input, principal }: Call<HolderPrincipal>,
  make: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof NoResultError)) throw error;
    if (operation.method === 'GET') return make();
    const id = (input.mailingid ?? input.mailingId) as number | undefined;
    if (id === undefined || (await findMailing(db, principal!.holder.account.id, id))) throw error;
    throw notFound('Mailing', id);
  }
}

/** Where a caller names the version of the mailing that a person has seen; the handler finds out what else is wrong. @throws ApiError 409 */
async function requireSeen(
  db: Db,
  find: typeof findMailing,
  { input, principal }: Call<HolderPrincipal>,
  unsealed: Mailing | undefined,
): Promise<void> {
  const seen = input[seenVersion] as string | undefined;
  if (seen === undefined) return;
  const mailing = unsealed ?? (await find(db, principal!.holder.account.id, input.mailingid as number));
  if (mailing !== undefined) await requireSeenVersion(db, mailing, seen);
}

async function unsealed(db: Db, find: typeof findMailing, accountId: number, id: number): Promise<Mailing> {
  const mailing = await find(db, accountId, id);
  if (mailing === undefined) throw notFound('Mailing', id);
  if (isSealed(mailing.state)) throw sealedError(id);
  return mailing;
}
