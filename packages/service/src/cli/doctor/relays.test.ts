import { expect, test } from 'vitest';
import type { RelayListing } from '../../administration/relays.ts';
import { checkReceivers, checkRelays } from './relays.ts';

const relay = (name: string, settings: Partial<RelayListing> = {}) =>
  ({ name, address: 'smtp://relay.example.com', mails: 3, down: null, warmUp: null, ...settings }) as RelayListing;
const down = { since: '2031-06-01T10:00:00.000Z', until: '2031-06-01T10:00:08.000Z', reason: '421 Too busy.' };

test('relays are found up, or down with the reason; the one of --smtp only if it is down', () => {
  const relays = [relay('a'), relay('b', { down }), relay('default', { address: null })];
  expect(checkRelays(relays)).toEqual([
    { check: 'relay', subject: 'a', state: 'ok', message: 'It has taken 3 mails.' },
    {
      check: 'relay',
      subject: 'b',
      state: 'error',
      message:
        'Not available since 2031-06-01T10:00:00.000Z: 421 Too busy. It is tried again with the first mail after 2031-06-01T10:00:08.000Z; "mailwright relays test" tries it now.',
    },
  ]);
  expect(checkRelays([relay('default', { address: null, down })])).toMatchObject([{ state: 'error' }]);
});

test('a warm-up is told with what it leaves for today, and why it does not go on', () => {
  const warmUp = { day: 3, days: 15, perDay: 1000, sent: 400, slowedShare: null };
  const today = 'Day 3 of the 15 of its warm-up: it has taken 400 of 1000 mails. Others wait until tomorrow (UTC).';
  expect(checkRelays([relay('default', { address: null, warmUp })])).toMatchObject([{ state: 'ok', message: today }]);
  expect(checkRelays([relay('a', { warmUp: { ...warmUp, slowedShare: 0.123 } })])).toMatchObject([
    {
      state: 'warning',
      message: `${today} The plan did not go on, because receivers deferred 12 % of the mails of the day before.`,
    },
  ]);
});

test('receivers that have asked for fewer mails are told with their words', () => {
  const asked = { relay: 'a', receiver: 'google', perMinute: 42, askedAt: '2031-06-01T10:00:00.000Z' };
  expect(checkReceivers([{ ...asked, reason: '421 4.7.28 unusual rate.' }])).toEqual([
    {
      check: 'receiver',
      subject: 'google',
      state: 'warning',
      message:
        'It asked for fewer mails at 2031-06-01T10:00:00.000Z: 421 4.7.28 unusual rate. 42 a minute go there now over the relay a, and more by and by; the others wait.',
    },
  ]);
});
