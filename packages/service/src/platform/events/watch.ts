import type { Db } from '../database/schema.ts';
import { hooksOf } from '../hooks/hooks.ts';

/**
 * What can be watched for, by kind, and what tells one watch of the kind from another. The context in which it happens declares
 * the kind, by declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: contexts add to it
export interface WatchedKinds {}

export type WatchedKind = keyof WatchedKinds;

/** What is watched for. */
export type WatchRule<Kind extends WatchedKind = WatchedKind> = {
  [Each in Kind]: { kind: Each } & WatchedKinds[Each];
}[Kind];

/** A program that watches. */
export interface Watch<Kind extends WatchedKind = WatchedKind> {
  programId: number;
  rule: WatchRule<Kind>;
}

/** Contacts that a program has watched for. */
export interface Sighting {
  programId: number;
  contactIds: readonly number[];
}

/** A context that watches what happens to contacts. */
export interface Watchers {
  /** What is watched for now; what costs something to find out is not found out for nobody. */
  find(db: Db, accountId: number, kinds: readonly WatchedKind[]): Promise<Watch[]>;
  /** Takes what was seen, in the transaction in which it happens. */
  note(db: Db, accountId: number, sightings: readonly Sighting[]): Promise<void>;
}

declare module '../hooks/hooks.ts' {
  interface Hooks {
    watchers: Watchers;
  }
}

/** Returns who watches for something of these kinds. */
export async function watchesFor<Kind extends WatchedKind>(
  db: Db,
  accountId: number,
  kinds: readonly Kind[],
): Promise<Watch<Kind>[]> {
  return (await hooksOf(db).watchers.find(db, accountId, kinds)) as Watch<Kind>[];
}

/**
 * Tells those who watch to whom it has happened, in the transaction in which it was written down: both are kept, or neither is.
 * @param concerned ids of the contacts that a rule is about
 */
export async function noteWatched<Kind extends WatchedKind>(
  db: Db,
  accountId: number,
  watches: readonly Watch<Kind>[],
  concerned: (rule: WatchRule<Kind>) => readonly number[],
): Promise<void> {
  const sightings = watches
    .map(({ programId, rule }) => ({ programId, contactIds: concerned(rule) }))
    .filter(({ contactIds }) => contactIds.length > 0);
  if (sightings.length === 0) return;
  if (!db.isTransaction) throw new Error('What is watched for is noted in the transaction in which it happens');
  await hooksOf(db).watchers.note(db, accountId, sightings);
}
