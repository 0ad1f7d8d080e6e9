import { describe, expect, test } from 'vitest';
import { type Bucket, freshBucket, refill, type Today, takeTokens } from './bucket.ts';

const at = (seconds: number, day = '2031-01-01'): Today => ({
  now: new Date(Date.UTC(2031, 0, 1) + seconds * 1000),
  day,
  tomorrow: new Date(Date.UTC(2031, 0, 2)),
});
const perMinute = (number: number) => freshBucket({ perMinute: number, perDay: null }, at(0));
const perDay = (number: number) => freshBucket({ perMinute: null, perDay: number }, at(0));

/** How many of so many mails to one domain may go, after some seconds without any. */
function grants(bucket: Bucket, asked: number, today: Today): number {
  const { granted } = takeTokens(new Map([['a.example', bucket]]), Array(asked).fill('a.example'), today);
  return granted.filter(Boolean).length;
}

describe('what may go at once', () => {
  test.each<[string, Bucket, number, number]>([
    ['six seconds of 600 a minute', perMinute(600), 100, 60],
    ['one of 1 a minute', perMinute(1), 100, 1],
    ['all of 50 a day', perDay(50), 100, 50],
    ['the lower of both bounds', freshBucket({ perMinute: 600, perDay: 7 }, at(0)), 100, 7],
    ['no more than is asked for', perMinute(600), 5, 5],
  ])('%s', (_, bucket, asked, wanted) => {
    expect(grants(bucket, asked, at(0))).toBe(wanted);
  });
});

describe('what may go later, when all is spent', () => {
  const spent = (bucket: Bucket, today = at(0)) =>
    takeTokens(new Map([['a.example', bucket]]), Array(1000).fill('a.example'), today).buckets.get('a.example')!;
  test.each<[string, Bucket, Today, number]>([
    ['nothing at the same moment', spent(perMinute(600)), at(0), 0],
    ['ten after a second of 600 a minute', spent(perMinute(600)), at(1), 10],
    ['not more than six seconds of it', spent(perMinute(600)), at(3600), 60],
    ['one after a minute of 1 a minute', spent(perMinute(1)), at(60), 1],
    ['nothing before', spent(perMinute(1)), at(59), 0],
    ['nothing when the clock was set back', spent(perMinute(600), at(100)), at(50), 0],
    ['nothing on the same day', spent(perDay(50)), at(86_399), 0],
    ['all again on the next', spent(perDay(50)), at(86_400, '2031-01-02'), 50],
  ])('%s', (_, bucket, today, wanted) => {
    expect(grants(bucket, 1000, today)).toBe(wanted);
  });

  test('in a minute as many as the limit says, however often it is asked', () => {
    let bucket = spent(perMinute(90));
    let sent = 0;
    for (let tick = 1; tick <= 600; tick++) {
      const { buckets, granted } = takeTokens(
        new Map([['a.example', bucket]]),
        Array(5).fill('a.example'),
        at(tick / 10),
      );
      bucket = buckets.get('a.example')!;
      sent += granted.filter(Boolean).length;
    }
    expect(sent).toBe(90);
  });
});

describe('several limits', () => {
  const limits = new Map([
    ['', perDay(3)],
    ['a.example', perMinute(10)],
  ]);
  test.each<[string, string[], boolean[], string[]]>([
    ['a domain without one is bound by that for all', ['b', 'b', 'b', 'b'], [true, true, true, false], ['']],
    ['a domain with one is bound by both', ['a.example', 'a.example', 'b'], [true, false, true], ['a.example']],
    [
      'what one refuses costs the other nothing',
      ['a.example', 'a.example', 'a.example', 'b', 'b', 'b'],
      [true, false, false, true, true, false],
      ['a.example', ''],
    ],
  ])('%s', (_, domains, granted, blocked) => {
    const taken = takeTokens(limits, domains, at(0));
    expect(taken.granted).toEqual(granted);
    expect([...taken.blocked.keys()]).toEqual(blocked);
  });

  test('it is told when the next mail may go', () => {
    const { blocked } = takeTokens(limits, ['a.example', 'a.example', 'b', 'b', 'b'], at(0));
    expect(blocked.get('a.example')).toEqual(at(6).now);
    expect(blocked.get('')).toEqual(at(0).tomorrow);
  });

  test('the time until then counts', () => {
    const { buckets } = takeTokens(limits, ['a.example'], at(0));
    expect(takeTokens(buckets, ['a.example'], at(3)).blocked.get('a.example')).toEqual(at(6).now);
  });
});

test('without a limit nothing is bound', () => {
  expect(takeTokens(new Map(), ['a', 'b'], at(0)).granted).toEqual([true, true]);
  expect(refill(perDay(5), at(10)).sentOnDay).toBe(0);
});
