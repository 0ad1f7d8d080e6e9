import type { Difference } from '../src/compare/difference.ts';

/** A breaking difference that is wanted. */
export interface Exception extends Difference {
  reason: string;
}

/** What is left to object to: differences that nobody has explained, and explanations of what is no difference. */
export function judge(differences: Difference[], exceptions: Exception[]): string[] {
  const same = (one: Difference, other: Difference) => one.pointer === other.pointer && one.message === other.message;
  return [
    ...differences
      .filter((difference) => !exceptions.some((exception) => same(exception, difference)))
      .map(({ pointer, message }) => `${pointer}: ${message}`),
    ...exceptions
      .filter((exception) => !differences.some((difference) => same(exception, difference)))
      .map(({ pointer, message }) => `${pointer}: the exception "${message}" is no difference; remove it`),
    ...exceptions
      .filter(({ reason }) => !reason?.trim())
      .map(({ pointer, message }) => `${pointer}: the exception "${message}" has no reason`),
  ];
}
