import type { Step } from './steps.ts';

/** Which of the ways from a step: those of a branch have names, others have one that is `next`. */
export type WayName = 'next' | 'matching' | 'others';

/** An arrow of the drawing. */
export interface Way {
  /** Index of the step that it leads from; -1 for the start. */
  from: number;
  name: WayName;
  /** Index of the step that it leads to; the number of steps for the end. */
  to: number;
}

type BranchingStep = Extract<
  Step,
  { kind: 'branch' | 'branch_activity' | 'branch_random' | 'wait_for' | 'wait_for_activity' }
>;

const branching: readonly Step['kind'][] = [
  'branch',
  'branch_activity',
  'branch_random',
  'wait_for',
  'wait_for_activity',
];

/** Reports whether contacts go one of two ways after a step. */
export const isBranching = (step: Step): step is BranchingStep => branching.includes(step.kind);

/** The arrows between the steps of a program, in the order of the steps. */
export function waysOf(steps: readonly Step[]): Way[] {
  const target = (name: string | undefined, index: number) =>
    name === undefined ? index + 1 : steps.findIndex((step) => step.name === name);
  return [
    { from: -1, name: 'next', to: 0 },
    ...steps.flatMap((step, from): Way[] => {
      if (step.kind === 'end') return [];
      if (step.kind === 'go_to') return [{ from, name: 'next', to: target(step.to, from) }];
      if (!isBranching(step)) return [{ from, name: 'next', to: from + 1 }];
      return (['matching', 'others'] as const).map((name) => ({ from, name, to: target(step[name], from) }));
    }),
  ];
}

/** Reports whether contacts can come from a step to the one that follows it in the list. */
export function fallsThrough(step: Step | undefined): boolean {
  if (step === undefined) return true;
  if (isBranching(step)) return step.matching === undefined || step.others === undefined;
  return step.kind !== 'end' && step.kind !== 'go_to';
}

/** Indexes of the steps to which contacts can come. */
export function reachable(steps: readonly Step[]): Set<number> {
  const ways = waysOf(steps);
  const found = new Set<number>();
  const search = (index: number) => {
    if (found.has(index)) return;
    found.add(index);
    for (const { from, to } of ways) if (from === index) search(to);
  };
  search(-1);
  return found;
}
