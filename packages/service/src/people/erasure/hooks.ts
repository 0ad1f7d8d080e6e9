import type { Db } from '../../platform/database/schema.ts';

/** Takes out what a context holds about contacts beside their ids, in the transaction that erases or anonymises them. */
export type ErasureHook = (db: Db, accountId: number, contactIds: readonly number[]) => Promise<void>;

declare module '../../platform/hooks/hooks.ts' {
  interface Hooks {
    erasure: readonly ErasureHook[];
  }
}
