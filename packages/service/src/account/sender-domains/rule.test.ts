import { expect, test } from 'vitest';
import { domainsUpwards, judgeSender, senderFault } from './rule.ts';

const owners = new Map([
  ['bank.example', [1]],
  ['news.bank.example', [3]],
  ['shared.example', [1, 2]],
]);

test.each<[sender: string, account: number, isAlone: boolean, wanted: ReturnType<typeof judgeSender>]>([
  ['bank.example', 1, false, { signable: ['bank.example'] }],
  ['BANK.example', 2, false, { foreign: 'bank.example', signable: [] }],
  ['mail.bank.example', 1, false, { signable: ['mail.bank.example', 'bank.example'] }],
  ['mail.bank.example', 2, false, { foreign: 'bank.example', signable: [] }],
  ['a.news.bank.example', 1, false, { foreign: 'news.bank.example', signable: [] }],
  ['a.news.bank.example', 3, false, { signable: ['a.news.bank.example', 'news.bank.example'] }],
  ['shared.example', 1, false, { signable: ['shared.example'] }],
  ['shared.example', 2, false, { signable: ['shared.example'] }],
  ['free.example', 2, false, { signable: [] }],
  ['free.example', 1, true, { signable: ['free.example'] }],
  ['localhost', 1, true, { signable: ['localhost'] }],
])('%s of account %i, alone: %s', (sender, account, isAlone, wanted) => {
  expect(judgeSender(sender, account, owners, isAlone)).toEqual(wanted);
});

test('who has a domain may use the key of a free domain above it', () => {
  const own = new Map([['news.shop.example', [1]]]);
  const wanted = { signable: ['news.shop.example', 'shop.example'] };
  expect(judgeSender('news.shop.example', 1, own, false)).toEqual(wanted);
  expect(judgeSender('news.shop.example', 1, new Map([...own, ['shop.example', [2]]]), false)).toEqual({
    signable: ['news.shop.example'],
  });
});

test('the top-level domain is nobody’s', () => {
  expect(domainsUpwards('a.B.example')).toEqual(['a.b.example', 'b.example']);
});

test('a fault names the address, the domain, and what to do', () => {
  expect(senderFault('ceo@bank.example', { signable: [] })).toBeUndefined();
  const fault = senderFault('ceo@mail.bank.example', { foreign: 'bank.example', signable: [] });
  expect(fault).toMatch(/^ceo@mail\.bank\.example .* bank\.example belongs to another account.*operator/);
});
