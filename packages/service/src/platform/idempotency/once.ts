import { ApiError, conflict, type OperationTable } from '@mailwright/server-runtime';
import type { Db } from '../database/schema.ts';
import { answerOf, kept, longestKept, replayed } from './answer.ts';
import { claimKey, type Earlier, keepAnswer, type NamedChange, releaseKey, renewClaim } from './store.ts';

type Make = () => Promise<unknown>;

/** Makes a change once under its key, in the open transaction: a crash leaves neither the change nor the key. */
export async function onceInTransaction(db: Db, change: NamedChange, operation: OperationTable, make: Make) {
  const earlier = await claimKey(db, change, false);
  if (earlier) return answerAgain(earlier, change.key);
  const result = await make();
  await settle(db, change, operation, result);
  return result;
}

const renewalMillis = 20_000;

/**
 * The same for work that is too long for a transaction: the key is taken before it begins. After a crash it is free a
 * minute later, and a repeated request does the work again, whatever part of it was done.
 */
export async function onceWithLease(db: Db, change: NamedChange, operation: OperationTable, make: Make) {
  const earlier = await claimKey(db, change, true);
  if (earlier) return answerAgain(earlier, change.key);
  // One renewal that fails does no harm; if all do, so will the work.
  const timer = setInterval(() => renewClaim(db, change).catch(() => {}), renewalMillis);
  try {
    const result = await make();
    await settle(db, change, operation, result);
    return result;
  } catch (error) {
    await releaseKey(db, change);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Keeps the answer of a success; a refusal changed nothing, so that the same request may try again. */
async function settle(db: Db, change: NamedChange, operation: OperationTable, result: unknown): Promise<void> {
  const answer = answerOf(operation, result);
  if (answer.status >= 400) await releaseKey(db, change);
  else await keepAnswer(db, change, kept(operation, answer));
}

function answerAgain({ sameRequest, running, answer }: Earlier, key: string) {
  if (!sameRequest) throw usedForAnother(key);
  if (running) throw stillRunning(key);
  if (answer) return replayed(answer);
  throw conflict(
    `The request with Idempotency-Key "${key}" was already carried out and is not repeated. Its response was not kept, because it contained a secret, was longer than ${longestKept} bytes or contained contacts that may have been erased.`,
  );
}

const stillRunning = (key: string) =>
  new ApiError(409, `A request with Idempotency-Key "${key}" is still running; retry later.`, {
    headers: [['Retry-After', '1']],
  });

const usedForAnother = (key: string) =>
  new ApiError(
    422,
    `Idempotency-Key "${key}" was already used for a different request; use a new key for each change.`,
  );

/** The changes that run in this process under a key. */
export class RunningChanges {
  #requests = new Map<string, Uint8Array>();

  /** @throws ApiError 409 when the same runs already, 422 when another runs under the key */
  async alone<Result>({ keyId, key, requestHash }: NamedChange, make: () => Promise<Result>): Promise<Result> {
    const name = `${keyId} ${key}`;
    const running = this.#requests.get(name);
    if (running) throw Buffer.compare(running, requestHash) === 0 ? stillRunning(key) : usedForAnother(key);
    this.#requests.set(name, requestHash);
    try {
      return await make();
    } finally {
      this.#requests.delete(name);
    }
  }
}
