import { expect, test } from 'vitest';
import { type ApprovalOutcome, approvalOutcome, type Decision } from './outcome.ts';

test.each<[number, Decision[], ApprovalOutcome]>([
  [0, [], 'failed'],
  [2, [null, null], 'warning'],
  [2, ['approved', null], 'warning'],
  [2, ['approved', 'approved'], 'success'],
  [2, ['approved', 'rejected'], 'failed'],
  [1, ['rejected'], 'failed'],
])('%i sent, decisions %j: %s', (sent, decisions, wanted) => {
  expect(approvalOutcome(sent, decisions)).toBe(wanted);
});
