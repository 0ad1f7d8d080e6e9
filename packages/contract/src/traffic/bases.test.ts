import { expect, test } from 'vitest';
import { describedBases, findBase } from './bases.ts';

test.each<[string, unknown, { bases: string[]; paths: string[] }]>([
  ['none', undefined, { bases: [], paths: [''] }],
  ['one', [{ url: 'https://a.test/v1/' }], { bases: ['https://a.test/v1'], paths: [] }],
  ['a path', [{ url: '/v1' }, { url: './v2/' }], { bases: [], paths: ['/v1', '/v2'] }],
  [
    'variables',
    [
      {
        url: '{scheme}://{host}/v1',
        variables: { scheme: { default: 'https', enum: ['https', 'http'] }, host: { default: 'a.test' } },
      },
    ],
    { bases: ['https://a.test/v1', 'http://a.test/v1'], paths: [] },
  ],
  ['a variable of no value', [{ url: 'https://{host}/v1' }], { bases: [], paths: [] }],
  ['an address of another kind', [{ url: 'wss://a.test' }], { bases: [], paths: [''] }],
])('servers: %s', (_, servers, wanted) => {
  expect(describedBases({ servers })).toEqual(wanted);
});

test.each<[string, string | undefined]>([
  ['https://a.test/v1/pets', 'https://a.test/v1'],
  ['https://a.test/v1', 'https://a.test/v1'],
  ['https://a.test:443/v1/pets?x=1', 'https://a.test/v1'],
  ['https://a.test/v1/beta/pets', 'https://a.test/v1/beta'],
  ['https://a.test/v10/pets', undefined],
  ['https://a.test/V1/pets', undefined],
  ['http://a.test/v1/pets', undefined],
  ['https://b.a.test/v1/pets', undefined],
  ['https://a.test.evil/v1/pets', undefined],
])('%s', (url, wanted) => {
  expect(findBase(['https://a.test/v1', 'https://a.test/v1/beta'], new URL(url))).toBe(wanted);
});
