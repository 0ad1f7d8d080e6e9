import { expect, test } from 'vitest';
import { readEntry } from '../src/har/entry.ts';
import { toHarEntries } from './support/har-of-events.ts';

const URL = 'https://pets.test/pets?a=1';
const asked = { method: 'GET', url: URL, headers: { accept: '*/*' } };
const answered = { status: 200, mimeType: 'application/json', headers: { 'content-type': 'application/json' } };

test('a redirect is an entry of its own, and headers as sent win', () => {
  const entries = toHarEntries([
    { name: 'requestWillBeSent', requestId: '1', type: 'Document', request: asked },
    { name: 'requestWillBeSentExtraInfo', requestId: '1', headers: { Cookie: 'a=1' } },
    { name: 'responseReceivedExtraInfo', requestId: '1', headers: { location: '/b' } },
    {
      name: 'requestWillBeSent',
      requestId: '1',
      type: 'Document',
      request: { ...asked, url: 'https://pets.test/b' },
      redirectResponse: { ...answered, status: 302, headers: {} },
    },
    { name: 'responseReceived', requestId: '1', response: { ...answered, protocol: 'h2' } },
    { name: 'body', requestId: '1', body: 'AAE=', base64Encoded: true },
  ]);
  expect(entries).toMatchObject([
    {
      request: { url: URL, headers: [{ name: 'Cookie', value: 'a=1' }] },
      response: { status: 302, headers: [{ name: 'location', value: '/b' }], content: { size: 0 } },
      _resourceType: 'document',
    },
    {
      request: {
        url: 'https://pets.test/b',
        headers: [
          { name: ':method', value: 'GET' },
          { name: ':authority', value: 'pets.test' },
          { name: ':scheme', value: 'https' },
          { name: ':path', value: '/b' },
          { name: 'accept', value: '*/*' },
        ],
      },
      response: { status: 200, content: { size: 2, text: 'AAE=', encoding: 'base64' } },
    },
  ]);
});

test.each([
  ['an answer of the cache', { name: 'requestServedFromCache' as const }, 'cache'],
  ['a failed request', { name: 'loadingFailed' as const, errorText: 'net::ERR_FAILED' }, 'silence'],
])('%s is no exchange', (_, event, why) => {
  const [entry] = toHarEntries([
    { name: 'requestWillBeSent', requestId: '1', request: asked },
    { name: 'responseReceived', requestId: '1', response: answered },
    { ...event, requestId: '1' },
  ]);
  expect(readEntry({ number: 1, text: JSON.stringify(entry) })).toMatchObject({ why });
});
