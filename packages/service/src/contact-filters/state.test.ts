import { expect, test } from 'vitest';
import { allOf, type Rule } from './rules.ts';
import { filterState } from './state.ts';

const date = (text: string | null) => (text === null ? null : new Date(`${text}Z`));
const now = '2031-02-03T10:00:00';
const birthday: Rule = { field: 'BIRTHDAY', is_customfield: false, operator: 'ANNIVERSARY', type: 'date', value: '0' };

test.each<
  [
    what: string,
    queued: string | null,
    until: string | null,
    evaluated: string | null,
    change: string | null,
    rule: boolean,
    wanted: string,
  ]
>([
  ['never refreshed', null, null, null, null, false, 'outofdate'],
  ['queued', now, null, null, null, false, 'updating'],
  ['queued again', now, null, '2031-02-03T09:00:00', null, false, 'updating'],
  ['running', null, '2031-02-03T10:00:01', null, null, false, 'updating'],
  ['cut off', null, '2031-02-03T09:59:59', null, null, false, 'outofdate'],
  ['no contacts', null, null, '2031-02-03T09:00:00', null, false, 'uptodate'],
  ['no change since', null, null, '2031-02-03T09:00:00', '2031-02-03T08:59:59', false, 'uptodate'],
  ['a change at the same time', null, null, '2031-02-03T09:00:00', '2031-02-03T09:00:00', false, 'outofdate'],
  ['a change since', null, null, '2031-02-03T09:00:00', '2031-02-03T09:30:00', false, 'outofdate'],
  ['a new day, but no rule on days', null, null, '2031-02-02T09:00:00', null, false, 'uptodate'],
  ['a new day for a rule on days', null, null, '2031-02-02T23:59:59', null, true, 'outofdate'],
  ['the same day for a rule on days', null, null, '2031-02-03T00:00:00', null, true, 'uptodate'],
])('%s', (_what, queued, until, evaluated, change, rule, wanted) => {
  const filter = {
    rules: rule ? allOf(birthday) : allOf(),
    refresh_queued_at: date(queued),
    refreshing_until: date(until),
    evaluated_at: date(evaluated),
  };
  expect(filterState(filter, { now: date(now)!, lastChange: date(change) })).toBe(wanted);
});
