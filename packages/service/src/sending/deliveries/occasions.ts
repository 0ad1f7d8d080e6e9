import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

/** What a mail is sent for, as the tags `EVENT|…` read it. */
export type EventContent = Readonly<Record<string, unknown>>;

/** Finds the content of an occasion; undefined when it has none. */
export type ReadOccasion = (
  db: Kysely<Schema>,
  accountId: number,
  occasion: string,
) => Promise<EventContent | undefined>;

let readOccasion: ReadOccasion = async () => undefined;

/** Says where the contents of occasions are: in a context above this one. */
export function onOccasion(read: ReadOccasion): void {
  readOccasion = read;
}

/** The content of the occasion of a batch; a mailing that a contact gets once has none. */
export async function eventOf(
  db: Kysely<Schema>,
  accountId: number,
  occasion: string,
): Promise<EventContent | undefined> {
  return occasion === '' ? undefined : readOccasion(db, accountId, occasion);
}
