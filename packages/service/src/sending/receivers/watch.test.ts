import { expect, test } from 'vitest';
import type { MailRefusal } from '../mail/transport.ts';
import { ReceiverWatch } from './watch.ts';

const slower: MailRefusal = { concerns: 'mail', permanent: false, code: 450, message: '450 4.7.1 slower' };
const disk: MailRefusal = { concerns: 'mail', permanent: false, code: 451, message: '451 4.3.0 disk' };

test('a receiver that asks in words is heard at once, with the mails that it took in the last minute', () => {
  const watch = new ReceiverWatch();
  for (let second = 0; second < 120; second++) expect(watch.note(undefined, second * 1000)).toBeUndefined();
  expect(watch.note(slower, 119_999)).toEqual({ accepted: 60, reason: '450 4.7.1 slower' });
  expect(watch.note(slower, 400_000)).toMatchObject({ accepted: 0 });
});

test('a receiver that defers a fifth of the mails is heard; a single deferral says nothing', () => {
  const watch = new ReceiverWatch();
  const heard = Array.from({ length: 100 }, (_, at) => watch.note(at % 4 === 0 ? disk : undefined, at));
  expect(heard.flatMap((request, at) => (request ? [at] : []))).toEqual([36, 76]);
  const rare = new ReceiverWatch();
  expect(
    Array.from({ length: 1000 }, (_, at) => rare.note(at % 6 === 0 ? disk : undefined, at)).filter(Boolean),
  ).toEqual([]);
});

test('a relay that is down, and a mailbox that is unknown, say nothing about the number of mails', () => {
  const watch = new ReceiverWatch();
  const down: MailRefusal = { concerns: 'server', permanent: false, message: 'The connection was lost.' };
  const unknown: MailRefusal = { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 unknown' };
  for (let at = 0; at < 200; at++) expect(watch.note(at % 2 === 0 ? down : unknown, at)).toBeUndefined();
});

/** What is heard of attempts, each with how often its mail was deferred before, and whether it is deferred again. */
const heard = (attempts: readonly (readonly [deferrals: number, isDeferred: boolean])[]) => {
  const watch = new ReceiverWatch();
  const heard = attempts.map(([deferrals, isDeferred], at) => watch.note(isDeferred ? disk : undefined, at, deferrals));
  return heard.flatMap((news) => (news === undefined ? [] : typeof news === 'string' ? news : 'slower'));
};
const times = (count: number, attempt: (at: number) => [number, boolean]) =>
  Array.from({ length: count }, (_, at) => attempt(at));

test('a receiver that defers each first attempt and takes the second wants no fewer mails, under any words', () => {
  const each = times(500, () => [0, true]);
  expect(heard([...each, ...times(500, () => [1, false]), ...each])).toEqual([]);
});

test('the pause may have to be longer than the first one', () => {
  const levels = [0, 1, 2].flatMap((deferrals) => times(200, () => [deferrals, true]));
  expect(heard([...levels, ...times(200, () => [3, false])])).toEqual([]);
});

test('one that knows some senders is taken for slow until the others come again', () => {
  const mixed = times(60, (at) => [0, at % 2 === 0]);
  const second = times(20, () => [1, false]);
  expect(heard([...mixed, ...second, ...mixed, ...second])).toEqual([...Array(3).fill('slower'), 'withdrawn']);
});

test('one that defers later attempts, too, is heard, though it took nothing at first', () => {
  const each = times(100, () => [0, true]);
  expect(heard([...each, ...times(100, (at) => [1, at % 3 === 0])])).toContain('slower');
  expect(heard([0, 1, 2, 3].flatMap((deferrals) => times(100, () => [deferrals, true])))).toContain('slower');
});
