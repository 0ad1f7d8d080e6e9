import type { Drawn } from './drawing.ts';
import { wayKey } from './drawing.ts';
import type { Step } from './steps.ts';
import { isBranching } from './ways.ts';

/** A step that was taken, for real or in thought. */
export interface Passed {
  step: number;
  matching?: boolean | undefined;
}

/**
 * What a drawing marks of a contact's way.
 * @param isWhole whether no older steps are missing
 * @param next index of the step that comes next; `undefined` if the contact is out of the program
 * @param atEnd whether it came to the end, instead of leaving before
 */
export function marksOf(
  steps: readonly Step[],
  passed: readonly Passed[],
  { isWhole, next, atEnd }: { isWhole: boolean; next: number | undefined; atEnd: boolean },
): NonNullable<Drawn['passed']> {
  const ways = passed.map(({ step, matching }) => {
    const branching = steps[step] !== undefined && isBranching(steps[step]);
    return wayKey({ from: step, name: branching ? (matching ? 'matching' : 'others') : 'next' });
  });
  return {
    steps: new Set([...(isWhole ? [-1] : []), ...passed.map(({ step }) => step), ...(atEnd ? [steps.length] : [])]),
    ways: new Set([...(isWhole ? [wayKey({ from: -1, name: 'next' })] : []), ...ways]),
    here: next,
  };
}
