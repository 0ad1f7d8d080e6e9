import { expect, test } from 'vitest';
import { addFailure, failureFindings, testOutcome } from './outcome.ts';

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

test('a mail that comes back afterwards counts once as not accepted', () => {
  const other = { contactId: 8, message: 'it came back with status 5.1.1' };
  const once = addFailure({ sent: 2, failures: [failure] }, other.contactId, other.message);
  expect(once).toEqual({ sent: 1, failures: [failure, other] });
  expect(addFailure(once, other.contactId, 'it was reported as spam')).toBe(once);
});
