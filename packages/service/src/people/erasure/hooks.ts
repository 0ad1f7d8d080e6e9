import type { Db } from '../../platform/database/schema.ts';

/** Takes out what a context holds about contacts beside their ids, in the transaction that erases or anonymises them. */
export type ErasureHook = (db: Db, accountId: number, contactIds: readonly number[]) => Promise<void>;

const hooks = new Set<ErasureHook>();

/** Registers what a context above this one does when contacts are erased; a hook that is registered twice runs once. */
export function onErasure(hook: ErasureHook): void {
  hooks.add(hook);
}

export async function runErasureHooks(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  for (const hook of hooks) await hook(db, accountId, contactIds);
}
