import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrations } from '../../src/platform/database/migrations/index.ts';

const directory = new URL('../../src/platform/database/migrations/', import.meta.url);

/** SHA-256 of each released migration: somebody's database has run it, so it is never changed. */
const released: Record<string, string> = {
  '0001_accounts': 'c3f365671b3e182515b3c32567c9bfe4e9bc0834dc11ddf212569948bb63367a',
  '0002_contacts': 'dbaf89c5d943fc5e40235ae0db9f875ba139689720468517995fe853d89bdb91',
  '0003_audiences': '8081066b1b94b0d0aa53f03b00c8b68f78a3cfa8091e48fe7ac976d317d8e854',
  '0004_mailings': '3f4bc64a60e7692b6a4447c9f6d94609624180e2d5a02905d2ef50b6ded10810',
  '0005_checks': 'bf182473e9a04f57a920ca33ce9c3f8f125d644e65a55d47260e3edb16ca2a96',
  '0006_idempotency': 'fa77441779cddf7ae9ea8124d683648195e452a475a23dca76d29f783d080e4f',
  '0007_contact_log': '5fde933b252d9e30071ec535be699751fcf3d3669ced458d8cadea14b3fb0913',
  '0008_blacklists': '59570ea03007de7c92922065f0a9472ecedac7ebab088f5e766947bf1be8b51f',
  '0009_mailing_blacklists': 'f5fdea8b8a9d132e4b0279a96bcabfd46e60de34125e800d31f5c27492c62bf0',
  '0010_texts': 'f7ccf9b98e905592139cdc9be62c2ca87f317c49306a59f030496beb8a45d432',
  '0011_double_opt_in': 'd8e3031ffd5ffc30a3e99f6e69b737063d1a0ecec70b59ba4d3d1a209d0061fb',
  '0015_activity': 'e42cd633cfcdc347b66448a9ed7a9be96e20431ed6128c5796f3006f96696bdc',
  '0016_erasures': '97acfacc191f90450429fdafc0be036c95c6ac2feb009de5c9df441978b5081d',
  '0017_unanswered_requests': '9766964f705eea74731bd8cc443c6eb2c6a8e7f1a341553a928a5acecb2fdadc',
  '0018_mailing_contents': 'b9ab5bfdf856091af804d54852c4292908483278246354dffe1249720bb9fac4',
  '0019_queue': '23ddfda2689f9ef6999fa20921a451d9009e4d7bfce5fb47a49a0014897ccae8',
};

const names = readdirSync(directory)
  .filter((file) => file !== 'index.ts')
  .map((file) => file.replace('.ts', ''))
  .sort();
const textOf = (name: string) => readFileSync(new URL(`${name}.ts`, directory), 'utf8').replaceAll('\r\n', '\n');

test.each(Object.entries(released))('rule 16: %s is as it was released', (name, wanted) => {
  const hash = createHash('sha256').update(textOf(name)).digest('hex');
  expect(hash, 'A released migration was changed: undo that and add a new one.').toBe(wanted);
});

test('the released ones come first, and each has a number of its own', () => {
  expect(Object.keys(migrations)).toEqual(names);
  expect(names.slice(0, Object.keys(released).length)).toEqual(Object.keys(released));
  const numbers = names.map((name) => /^\d{4}(?=_)/.exec(name)?.[0]);
  expect(new Set(numbers).size).toBe(names.length);
});

test.each(names)('rule 16: %s imports nothing that changes with the service', (name) => {
  expect(textOf(name).match(/(?<=^import[^']*from ')[^']+/gm)).toEqual(['kysely']);
});
