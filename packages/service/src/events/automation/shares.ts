import { createHash } from 'node:crypto';

/** What a contact is drawn for: a step of a program, by its name or index. */
export interface Draw {
  programId: number;
  step: string | number;
}

/** What contacts are drawn for at a step. */
export const drawOf = (programId: number, { name }: { name?: string }, index: number): Draw => ({
  programId,
  step: name ?? index,
});

/** Reports whether a contact is among so many per cent, by chance: always the same of a contact, and of each step another chance. */
export function isInShare({ programId, step }: Draw, contactId: number, percent: number): boolean {
  const hash = createHash('sha256').update(`${programId}:${step}:${contactId}`).digest().readUInt32BE();
  return hash < (percent / 100) * 2 ** 32;
}
