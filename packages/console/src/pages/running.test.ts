import { expect, test } from 'vitest';
import { minutesToGo } from './running.ts';

test.each([
  ['steady', { sent: 500, open: 1000, deferred: 0, last_minute: 200 }, 5],
  ['with deferred mails, which nobody can foretell', { sent: 500, open: 1000, deferred: 700, last_minute: 200 }, 2],
  [
    'in its first minute, in which the pace is not known',
    { sent: 200, open: 1000, deferred: 0, last_minute: 200 },
    undefined,
  ],
  ['that stands', { sent: 500, open: 1000, deferred: 0, last_minute: 0 }, undefined],
  ['of which all that is left is deferred', { sent: 500, open: 7, deferred: 7, last_minute: 20 }, undefined],
])('minutes to go of a sendout %s', (_, sendout, wanted) => {
  expect(minutesToGo(sendout)).toBe(wanted);
});
