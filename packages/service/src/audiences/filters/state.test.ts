import { expect, test } from 'vitest';
import { allOf, type Rule } from './rules.ts';
import { filterState } from './state.ts';

const date = (text: string | undefined) => (text === undefined ? null : new Date(`${text}Z`));
const opened: Rule = { operator: 'OPENED', mailing_id: 7 };
const openedLately: Rule = { operator: 'NOT_OPENED', days: 1 };
const birthday: Rule = { field: 'BIRTHDAY', is_customfield: false, operator: 'ANNIVERSARY', type: 'date', value: '0' };

interface Row {
  refreshing?: string;
  evaluated?: string;
  change?: string;
  activity?: string;
  /** When the day began; other zones begin it at another hour. */
  today?: string;
  rule?: Rule;
}

test.each<[what: string, row: Row, wanted: string]>([
  ['never refreshed', {}, 'outofdate'],
  ['queued', { refreshing: '7' }, 'updating'],
  ['queued again', { refreshing: '7', evaluated: '2031-02-03T09:00:00' }, 'updating'],
  ['another is queued', { refreshing: '77' }, 'outofdate'],
  ['no contacts', { evaluated: '2031-02-03T09:00:00' }, 'uptodate'],
  ['no change since', { evaluated: '2031-02-03T09:00:00', change: '2031-02-03T08:59:59' }, 'uptodate'],
  ['a change at the same time', { evaluated: '2031-02-03T09:00:00', change: '2031-02-03T09:00:00' }, 'outofdate'],
  ['a change since', { evaluated: '2031-02-03T09:00:00', change: '2031-02-03T09:30:00' }, 'outofdate'],
  ['a new day, but no rule on days', { evaluated: '2031-02-02T09:00:00' }, 'uptodate'],
  ['a new day, but a rule on ever', { evaluated: '2031-02-02T09:00:00', rule: opened }, 'uptodate'],
  ['a new day for a rule on days', { evaluated: '2031-02-02T23:59:59', rule: birthday }, 'outofdate'],
  ['a new day for acts of some days', { evaluated: '2031-02-02T23:59:59', rule: openedLately }, 'outofdate'],
  ['the same day for a rule on days', { evaluated: '2031-02-03T00:00:00', rule: birthday }, 'uptodate'],
  [
    'a new day of UTC only',
    { evaluated: '2031-02-02T23:00:01', today: '2031-02-02T23:00:00', rule: birthday },
    'uptodate',
  ],
  [
    'a new day of the zone only',
    { evaluated: '2031-02-03T04:59:59', today: '2031-02-03T05:00:00', rule: birthday },
    'outofdate',
  ],
  [
    'activity, but no rule on it',
    { evaluated: '2031-02-03T09:00:00', activity: '2031-02-03T09:30:00', rule: birthday },
    'uptodate',
  ],
  ['activity before', { evaluated: '2031-02-03T09:00:00', activity: '2031-02-03T08:59:59', rule: opened }, 'uptodate'],
  ['activity since', { evaluated: '2031-02-03T09:00:00', activity: '2031-02-03T09:00:00', rule: opened }, 'outofdate'],
])('%s', (_what, { refreshing, evaluated, change, activity, today = '2031-02-03T00:00:00', rule }, wanted) => {
  const filter = {
    id: 7,
    rules: rule ? allOf(rule) : allOf(),
    evaluated_at: date(evaluated),
  };
  const moment = {
    refreshing: refreshing === undefined ? [] : [refreshing],
    lastChange: date(change),
    lastActivity: date(activity),
    startOfToday: date(today)!,
  };
  expect(filterState(filter, moment)).toBe(wanted);
});
