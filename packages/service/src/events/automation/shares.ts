import { createHash } from 'node:crypto';
import type { AutomationStep } from '@mailwright/server';
import type { BranchDraws } from '../tables.ts';
import { matchSteps } from './match-steps.ts';

/** What a contact is drawn for: a step of a program, by what it is called in draws. */
export interface Draw {
  programId: number;
  step: string;
}

/** The steps of a version, and what its branches by chance are called in draws. */
export interface DrawnSteps {
  steps: readonly AutomationStep[];
  draws: BranchDraws;
}

/** What contacts are drawn for at a step. */
export const drawOf = (programId: number, version: DrawnSteps, index: number): Draw => ({
  programId,
  step: version.draws[index] ?? usualName(version.steps, index),
});

const usualName = (steps: readonly AutomationStep[], index: number): string => steps[index]?.name ?? String(index);

/**
 * Names the branches by chance of a new version for draws: as in the version before if it has the branch, so that contacts go the same way
 * there; otherwise by their own name or index, unless another branch is drawn by that.
 * @returns the names that differ from those that branches have by themselves
 */
export function carryDraws(before: DrawnSteps, steps: readonly AutomationStep[], version: number): BranchDraws {
  const { after } = matchSteps(before.steps, steps);
  const carried = new Map(
    after.flatMap((to, index) => {
      const isRandom =
        to !== undefined && [before.steps[index], steps[to]].every((step) => step?.kind === 'branch_random');
      return isRandom ? [[to, drawOf(0, before, index).step] as const] : [];
    }),
  );
  const taken = new Set(carried.values());
  const draws: BranchDraws = {};
  for (const [index, { kind }] of steps.entries()) {
    if (kind !== 'branch_random') continue;
    const usual = usualName(steps, index);
    const name = carried.get(index) ?? (taken.has(usual) ? `${version}/${index}` : usual);
    if (name !== usual) draws[index] = name;
  }
  return draws;
}

/** Reports whether a contact is among so many per cent, by chance: always the same of a contact, and of each step another chance. */
export function isInShare({ programId, step }: Draw, contactId: number, percent: number): boolean {
  const hash = createHash('sha256').update(`${programId}:${step}:${contactId}`).digest().readUInt32BE();
  return hash < (percent / 100) * 2 ** 32;
}
