import type { Contract } from '../contract/contract.ts';

/** Tells what of a description is read although it is invalid, and what is left out of it. */
export function tellProblems({ notes, leftOut }: Pick<Contract, 'notes' | 'leftOut'>): void {
  for (const { pointer, message } of notes) console.error(`Note: ${pointer}: ${message}`);
  for (const { pointer, message } of leftOut) console.error(`Skipped: ${pointer}: ${message}`);
}
