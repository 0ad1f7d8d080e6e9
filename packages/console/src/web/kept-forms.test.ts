import { expect, test } from 'vitest';
import { memoryKeeper, openForm, personOfKey, readOwner, sealForm, signOwner } from './kept-forms.ts';

const secret = new Uint8Array(32).fill(7);
const ada = { realm: '1', person: 'u12' };
const form = { path: '/console/mailings/4/edit', fields: [['subject', 'Frühling']] as [string, string][] };
const hour = 3_600_000;

test('a form is opened for its owner alone, for an hour', () => {
  const sealed = sealForm(secret, ada, form, 1000)!;
  expect(sealed).not.toContain('mailings');
  expect(openForm(secret, ada, sealed, 1000 + hour)).toEqual(form);
  expect(openForm(secret, ada, sealed, 1001 + hour)).toBeUndefined();
  for (const other of [
    { realm: '1', person: 'u13' },
    { realm: '2', person: 'u12' },
  ])
    expect(openForm(secret, other, sealed, 1000)).toBeUndefined();
  expect(openForm(new Uint8Array(32), ada, sealed, 1000)).toBeUndefined();
  for (const broken of ['', 'x', sealed.slice(2), `${sealed.slice(0, -4)}AAAA`])
    expect(openForm(secret, ada, broken, 1000)).toBeUndefined();
});

test('a form that is too large is not kept', () => {
  const noise = Array.from({ length: 80_000 }, (_, at) => Math.sin(at).toString(36)).join('');
  const isKept = (html: string) => sealForm(secret, ada, { ...form, fields: [['html', html]] }) !== undefined;
  expect([isKept(noise), isKept('a'.repeat(2_000_000))]).toEqual([false, true]);
});

test('an owner is believed only if the service has signed it', async () => {
  const keeper = { realmOf: () => '1', secretOf: async (realm: string) => (realm === '1' ? secret : undefined) };
  const signed = signOwner(secret, ada);
  expect(await readOwner(keeper, signed)).toEqual(ada);
  for (const forged of ['', signed.replace('u12', 'u13'), signed.replace(/^1/, '2'), `${signed}A`, signed.slice(0, -1)])
    expect(await readOwner(keeper, forged)).toBeUndefined();
  const own = memoryKeeper();
  const key = { realm: own.realmOf('any'), person: personOfKey('mw_secret') };
  expect(await readOwner(own, signOwner((await own.secretOf(key.realm))!, key))).toEqual(key);
});
