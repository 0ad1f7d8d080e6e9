import { expect, test } from 'vitest';
import { retryAt } from '../../src/sending/deliveries/retry.ts';
import { type Bucket, freshBucket, type Today, takeTokens } from '../../src/sending/limits/bucket.ts';
import { isOver, type Pace, paceAfterTaking, slowDown, toBucket } from '../../src/sending/receivers/pace.ts';
import { ReceiverWatch, withdrawn } from '../../src/sending/receivers/watch.ts';

/**
 * A sendout to receivers that take so many mails a minute and defer the others, by a clock that goes on second by second. The rules are
 * those of the service; only the database and the network are left out.
 */
interface Receiver {
  name: string;
  mails: number;
  /** Mails a minute that it takes, at a minute of the sendout. */
  takes(minute: number): number;
  /** Whether it defers an attempt, besides. */
  greylists?(mail: { attempts: number; number: number }): boolean;
}

const start = Date.UTC(2031, 5, 1);
const second = 1000;
/** Mails that the connections of the sender can hand over in a second. */
const capacity = 60;

/** Decides which of several mails to a receiver may go now, and learns from the results. */
interface Strategy {
  pass(receiver: string, count: number, today: Today): number;
  note(receiver: string, isTaken: boolean, now: Date, deferrals: number): void;
}

/** The same limit for each receiver, as `mailwright limits set` knows it. */
function fixed(perMinute: number): Strategy {
  const buckets = new Map<string, Bucket>();
  return {
    pass(receiver, count, today) {
      const bucket = buckets.get(receiver) ?? freshBucket({ perMinute, perDay: null }, today);
      const taken = takeTokens(new Map([[receiver, bucket]]), Array(count).fill(receiver), today);
      buckets.set(receiver, taken.buckets.get(receiver)!);
      return taken.granted.filter(Boolean).length;
    },
    note() {},
  };
}

function paced(words = '450 4.7.1 Too many mails'): Strategy {
  const paces = new Map<string, Pace>();
  const watches = new Map<string, ReceiverWatch>();
  return {
    pass(receiver, count, today) {
      const pace = paces.get(receiver);
      if (pace === undefined) return count;
      if (isOver(pace, today.now)) {
        paces.delete(receiver);
        return count;
      }
      const taken = takeTokens(new Map([[receiver, toBucket(pace, today)]]), Array(count).fill(receiver), today);
      paces.set(receiver, paceAfterTaking(pace, taken.buckets.get(receiver)!));
      return taken.granted.filter(Boolean).length;
    },
    note(receiver, isTaken, now, deferrals) {
      const watch = watches.get(receiver) ?? new ReceiverWatch();
      watches.set(receiver, watch);
      const refusal = { concerns: 'mail', permanent: false, code: 450, message: words } as const;
      const request = watch.note(isTaken ? undefined : refusal, now.getTime(), deferrals);
      if (request === withdrawn) paces.delete(receiver);
      else if (request) paces.set(receiver, slowDown(paces.get(receiver), request.accepted, now));
    },
  };
}

interface Deferred {
  number: number;
  deferrals: number;
  firstTriedAt: Date;
}

/** @param longest minutes after which it is given up */
function simulate(receivers: readonly Receiver[], strategyOf: (receiver: string) => Strategy, longest = 100_000) {
  const queues = receivers.map(({ name, mails, takes, greylists = () => false }) => ({
    strategy: strategyOf(name),
    name,
    takes,
    greylists,
    fresh: mails,
    left: mails,
    ready: [] as Deferred[],
    deferred: new Map<number, Deferred[]>(),
    allowance: takes(0) / 60,
  }));
  let deferrals = 0;
  let now = start;
  for (; queues.some(({ left }) => left > 0) && now < start + longest * 60_000; now += second) {
    const today = { now: new Date(now), day: '2031-06-01', tomorrow: new Date(start + 86_400 * second) };
    const open = queues.filter(({ left }) => left > 0);
    for (const queue of open) {
      const perSecond = queue.takes((now - start) / 60_000) / 60;
      // A receiver looks at the last few seconds.
      queue.allowance = Math.min(Math.max(1, perSecond * 10), queue.allowance + perSecond);
      queue.ready.push(...(queue.deferred.get(now) ?? []));
      queue.deferred.delete(now);
      const due = Math.min(queue.ready.length + queue.fresh, Math.ceil(capacity / open.length));
      for (let rest = queue.strategy.pass(queue.name, due, today); rest > 0; rest--) {
        const former = queue.ready.shift();
        if (former === undefined) queue.fresh--;
        const mail = former ?? { number: queue.fresh, deferrals: 0, firstTriedAt: today.now };
        const isTaken = queue.allowance >= 1 && !queue.greylists({ attempts: mail.deferrals, number: mail.number });
        queue.strategy.note(queue.name, isTaken, today.now, mail.deferrals);
        if (isTaken) {
          queue.allowance--;
          queue.left--;
          continue;
        }
        deferrals++;
        const dueAt = retryAt(mail.deferrals, mail.firstTriedAt, today.now)!.getTime();
        const others = queue.deferred.get(dueAt) ?? [];
        queue.deferred.set(dueAt, [...others, { ...mail, deferrals: mail.deferrals + 1 }]);
      }
    }
  }
  return { deferrals, minutes: (now - start) / 60_000 };
}

test.each<[string, Receiver[]]>([
  [
    'steady limits',
    [
      { name: 'google', mails: 15_000, takes: () => 900 },
      { name: 'microsoft', mails: 6000, takes: () => 300 },
      { name: 'hoster.example', mails: 1000, takes: () => 60 },
    ],
  ],
  [
    'limits that rise and fall',
    [
      { name: 'google', mails: 15_000, takes: (minute) => (minute % 20 < 10 ? 900 : 450) },
      { name: 'microsoft', mails: 6000, takes: (minute) => (minute < 15 ? 150 : 450) },
      { name: 'hoster.example', mails: 1000, takes: (minute) => (minute < 10 ? 120 : 30) },
    ],
  ],
])('with %s, at most 0.7 times the deferrals of any fixed limits that take no longer', (name, receivers) => {
  const pacing = paced();
  const ours = simulate(receivers, () => pacing);
  const uniform = [60, 120, 240, 300, 450, 600, 900, 1800].map((limit) => ({ limits: `${limit}`, of: () => limit }));
  // Somebody who knows what each receiver takes on average, and sets a part or a multiple of it.
  const average = ({ takes }: Receiver) => {
    const minutes = Array.from({ length: Math.ceil(ours.minutes) }, (_, minute) => takes(minute));
    return minutes.reduce((sum, mails) => sum + mails, 0) / minutes.length;
  };
  const known = name === 'steady limits' ? [] : [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2];
  const informed = known.map((part) => ({
    limits: `${part} of the average`,
    of: (receiver: string) => part * average(receivers.find((each) => each.name === receiver)!),
  }));
  const others = [...uniform, ...informed].map(({ limits, of }) => {
    return { limits, ...simulate(receivers, (receiver) => fixed(of(receiver)), 2 * ours.minutes) };
  });
  const asFast = others.filter(({ minutes }) => minutes <= 1.05 * ours.minutes);
  const best = Math.min(...asFast.map(({ deferrals }) => deferrals));
  expect(ours.deferrals, JSON.stringify({ ours, others })).toBeLessThanOrEqual(0.7 * best);
  // Those who know the averages are as fast; one limit for all receivers is not.
  expect(asFast.length > 0).toBe(known.length > 0);
});

test.each<[string, Receiver]>([
  [
    'defers each first attempt',
    { name: 'a', mails: 960, takes: () => 1e6, greylists: ({ attempts }) => attempts === 0 },
  ],
  [
    'defers the first attempts of those whom it does not know',
    {
      name: 'b',
      mails: 960,
      takes: () => 1e6,
      greylists: ({ attempts, number }) => attempts === 0 && number % 3 === 0,
    },
  ],
  [
    'defers the first two attempts',
    { name: 'c', mails: 960, takes: () => 1e6, greylists: ({ attempts }) => attempts < 2 },
  ],
])('a receiver that %s, in whatever words, gets each mail by its schedule', (_, receiver) => {
  const pacing = paced('451 4.3.0 Try again');
  const ours = simulate([receiver], () => pacing, 600);
  // Whoever pauses for nobody is as fast as the receiver allows.
  const best = simulate([receiver], () => ({ pass: (_name, count) => count, note: () => {} }), 600);
  expect(ours.minutes).toBeLessThanOrEqual(best.minutes + 3);
});
