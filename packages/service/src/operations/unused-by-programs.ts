import { conflict } from '@mailwright/server';
import { findProgramUsing, lockPrograms, type UsedObject } from '../events/index.ts';
import type { Context } from './context.ts';

/**
 * Makes sure that no automation program uses a thing that is to be deleted, until the transaction ends.
 * @param words for the thing, at the beginning of a sentence
 * @throws ApiError 409 that names the program
 */
export async function requireUnusedByPrograms(
  { db, accountId }: Pick<Context, 'db' | 'accountId'>,
  thing: UsedObject,
  words: string,
): Promise<void> {
  await lockPrograms(db, accountId);
  const program = await findProgramUsing(db, accountId, thing);
  if (program !== undefined) throw conflict(`${words} is used by the automation program "${program}".`);
}
