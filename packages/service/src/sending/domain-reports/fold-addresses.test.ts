import { expect, test } from 'vitest';
import { foldAddresses } from './fold-addresses.ts';

const mail = (address: string, messages: number, provenBy: string | null = null) => ({
  domain: 'shop.example',
  address,
  standing: 'unproven' as const,
  dkim: false,
  spf: false,
  disposition: 'none',
  provenBy,
  messages,
});

test.each<[string, ReturnType<typeof mail>[], known: string[], wanted: [address: string, messages: number][]]>([
  [
    'there is room for all',
    [mail('a', 1), mail('b', 2)],
    [],
    [
      ['a', 1],
      ['b', 2],
    ],
  ],
  [
    'the largest get room',
    [mail('a', 1), mail('b', 2), mail('c', 3)],
    [],
    [
      ['b', 2],
      ['c', 3],
      ['others', 1],
    ],
  ],
  [
    'known ones have room',
    [mail('a', 1), mail('b', 2), mail('c', 3)],
    ['a', 'x'],
    [
      ['a', 1],
      ['others', 5],
    ],
  ],
  ['mails that are alike are summed up', [mail('a', 1), mail('a', 2, 'm.example')], [], [['a', 3]]],
])('%s', (_, mails, known, wanted) => {
  const rows = foldAddresses(mails, new Map([['shop.example', new Set(known)]]), 2);
  expect(rows.map(({ address, messages }) => [address, messages])).toEqual(wanted);
});

test('what an address has proven stays, and others prove nothing together', () => {
  const folded = foldAddresses([mail('a', 2), mail('a', 1, 'm.example'), mail('b', 1, 'n.example')], new Map(), 1);
  expect(folded.map(({ address, provenBy }) => [address, provenBy])).toEqual([
    ['a', 'm.example'],
    ['others', null],
  ]);
});
