import { expect, test } from 'vitest';
import { failureFindings, testOutcome } from './outcome.ts';

const failure = { contactId: 7, message: '550 no such user' };
test.each([
  [2, [], 'success', []],
  [1, [failure], 'warning', ['warning contact 7']],
  [1, [{ contactId: null, message: '' }], 'warning', ['warning undefined']],
  [0, [failure], 'failed', ['error contact 7']],
])('%i sent, not sent %j: %s', (sent, failures, state, findings) => {
  expect(testOutcome({ sent, failures })).toBe(state);
  expect(failureFindings({ sent, failures }).map(({ severity, location }) => `${severity} ${location}`)).toEqual(
    findings,
  );
});
