import { breach, type Finding } from '../judge/finding.ts';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import { documentedStatuses, type TestCase } from '../test-cases/test-case.ts';

/**
 * Without preconditions nothing is known of what the service holds: then a good request may be refused, and a bad one
 * refused for another reason than its fault.
 */
export function judgeOutcome(
  { operation, wants, kind, guessed }: TestCase,
  status: number,
  informed: boolean,
): Finding[] {
  if (status === NOT_IMPLEMENTED) return [];
  if (guessed && documentedStatuses(operation).includes(status)) return [];
  const isRefusal = status >= 400 && documentedStatuses(operation).includes(status);
  if (!informed && kind !== 'protocol' && isRefusal) return [];
  return judgeStatus(wants, status);
}

export function judgeStatus(wants: readonly number[], status: number): Finding[] {
  return wants.includes(status) ? [] : [breach('expected', `Wanted ${wants.join(' or ')}, got ${status}`)];
}
