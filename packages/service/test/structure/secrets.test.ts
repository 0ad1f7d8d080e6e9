import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sealedColumns } from '../../src/app/compose.ts';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Columns whose names sound like secrets, and why they may be read. */
const readable: Record<string, string> = {
  'account_placeholder.key': 'the name of a placeholder',
  'sign_in_allowance.key': 'a hash of what is limited',
  'sign_up_allowance.key': 'the name of what is limited',
  'trigger_feed_item.key': 'a hash of an item',
  'transaction.key': 'an id that clients know',
  'job.key': 'the name of the work',
  'mailing_property.key': 'the name of a property',
  'mailing.doi_key': 'a name that the account gives',
  'mailing.archive_token': 'the address of a page that recipients get',
  'mailing.report_token': 'the address of a page that is shared',
  'media_image.token': 'the address of a public image',
  'sign_up_form.token': 'the address of a public page',
  'user_passkey.public_key': 'a public key',
  'user_passkey.credential_id': 'an id that browsers send',
  'relay.dkim_key': 'the name of a file',
  'relay.password_source': 'the place of a password, which is not in the database',
  'console_session.sealed_key': 'encrypted with the token of the session, which is not in the database',
};

/** Columns of all tables by their types. */
const columns = globSync('**/tables.ts', { cwd: sources }).flatMap((file) => {
  const text = readFileSync(join(sources, file), 'utf8');
  const [, declared = ''] = /interface Schema \{\n([^}]*)\}/.exec(text) ?? [];
  return Array.from(declared.matchAll(/^ {4}(\w+): (\w+);/gm)).flatMap(([, table, type]) => {
    const [, body = ''] = new RegExp(`interface ${type} [^{]*\\{\n(.*?)^\\}`, 'ms').exec(text) ?? [];
    return Array.from(body.matchAll(/^ {2}(\w+): (.+);$/gm), ([, column, type]) => ({
      name: `${table}.${column}`,
      isSealed: /\bSealed\b/.test(type!),
      isText: /\b(?:string|Bytes|Uint8Array)\b/.test(type!),
    }));
  });
});

test('rule 10: the encrypted columns are those that the service encrypts and rotates', () => {
  const sealed = columns.filter(({ isSealed }) => isSealed).map(({ name }) => name);
  expect(sealed.toSorted()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted());
});

test('rule 10: a column with a name like a secret is encrypted, or a hash, or has a reason', () => {
  const named = columns.filter(
    ({ name, isText }) => isText && /secret|password|token|credential|key$/.test(name.split('.')[1]!),
  );
  const open = named.map(({ name }) => name).filter((name) => !/_hash$/.test(name));
  expect(open.toSorted()).toEqual(Object.keys(readable).toSorted());
});

test('rule 10: one module decrypts', () => {
  const decrypting = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] }).filter((file) =>
    /createDecipheriv|\/cipher\.ts'/.test(readFileSync(join(sources, file), 'utf8')),
  );
  expect(decrypting.toSorted()).toEqual([
    'account/secrets/store.ts', // the beginning of values of a key
    'account/sessions/sealed-key.ts', // the key of a session, with its token
    'platform/secrets/box.ts',
    'platform/secrets/cipher.ts',
  ]);
});
