import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { limitWords, type Relay, slowness, warmUpWords } from './slowness.ts';

const say = sayIn('en');
const up: Relay = { name: 'default', state: 'up', receivers: [] };

test.each<[string, Partial<Relay>, string[]]>([
  ['nothing', {}, []],
  ['limits that are not reached', { per_day: 100, sent_today: 99 }, []],
  ['limits of a relay whose mails are not told', { per_day: 100 }, []],
  [
    'a limit of the day',
    { per_day: 1000, sent_today: 1000 },
    ['The 1,000 mails that the mail server default sends a day are used up.'],
  ],
  [
    'the day of a warm-up',
    { per_day: 1000, sent_today: 200, warm_up: { day: 1, days: 15, per_day: 200 } },
    ['The 200 mails that the mail server default sends a day are used up.'],
  ],
  [
    'a relay that is down',
    { state: 'down', reason: '421 busy' },
    ['The mail server default does not answer: 421 busy.'],
  ],
  ['a relay of others that is down', { state: 'down' }, ['The mail server default does not answer.']],
  [
    'a receiver',
    { receivers: [{ name: 'google', per_minute: 42, asked: 0 }] },
    ['google asked for fewer mails over default: 42 a minute go there.'],
  ],
])('mails are slowed down by %s', (_, relay, wanted) => {
  expect(slowness(say, [{ ...up, ...relay }])).toEqual(wanted);
});

test('limits and warm-ups are said in words', () => {
  expect([limitWords(say, {}), limitWords(say, { per_minute: 60, per_day: 5000 })]).toEqual([
    'No limits',
    '60 mails a minute, 5,000 mails a day',
  ]);
  expect(warmUpWords(say, { day: 2, days: 15, per_day: 500 })).toBe('Day 2 of 15: 500 mails.');
  expect(warmUpWords(say, { day: 2, days: 15, per_day: 500, deferred_share: 0.073 })).toBe(
    'Day 2 of 15: 500 mails. It does not go on because 7.3% of the mails of the day before were put off.',
  );
});
