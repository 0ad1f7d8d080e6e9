import type { Contract } from '../contract/contract.ts';

/** Prints which invalid parts of a description are tolerated, and which operations are left out. */
export function tellProblems({ notes, leftOut }: Pick<Contract, 'notes' | 'leftOut'>): void {
  for (const { pointer, message } of notes) console.error(`Note: ${pointer}: ${message}`);
  for (const { pointer, message } of leftOut) console.error(`Skipped: ${pointer}: ${message}`);
}
