import { expect, test } from 'vitest';
import type { RelayListing } from '../../administration/relays.ts';
import { checkRelays } from './relays.ts';

const relay = (name: string, settings: Partial<RelayListing> = {}) =>
  ({ name, address: 'smtp://relay.example.com', mails: 3, down: null, ...settings }) as RelayListing;
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
