import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadContract } from '../src/contract/contract.ts';
import { checkTraffic } from '../src/traffic/check.ts';
import { runHere } from './support/in-process.ts';

const room = mkdtempSync(join(tmpdir(), 'contract-check-'));
afterAll(() => rmSync(room, { recursive: true }));
let files = 0;
const file = (name: string, text: string) => {
  writeFileSync(join(room, name), text);
  return join(room, name);
};

const openapi = file(
  'pets.yaml',
  `
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://pets.test/v1 }]
security: [{ key: [] }]
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: Added. }, '400': { description: Refused. } }
  /pets/{name}:
    get:
      operationId: getPet
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: A pet., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '302': { description: It has moved. }
        '404': { description: No such pet. }
    delete:
      operationId: removePet
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: Removed. } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }
`,
);

const BASE = 'https://pets.test/v1';
type Members = { [name: string]: unknown };
const KEY = [{ name: 'authorization', value: 'Bearer s3cret-of-ada' }];
const JSON_TYPE = [{ name: 'content-type', value: 'application/json' }];
const json = (value: unknown) => ({ size: 1, mimeType: 'application/json', text: JSON.stringify(value) });

const entry = (request: Members, response: Members = {}, more: Members = {}) => ({
  request: { method: 'GET', url: 'https://pets.test/v1/pets/rex', headers: KEY, bodySize: 0, ...request },
  response: { status: 200, headers: JSON_TYPE, content: json({ name: 'Rex' }), bodySize: -1, ...response },
  ...more,
});
const har = (...entries: unknown[]) => file(`${++files}.har`, JSON.stringify({ log: { version: '1.2', entries } }));
const check = (...args: string[]) => runHere('check', ...args, '--openapi', openapi);

test('what is good is said, with what nobody used', async () => {
  const { code, output } = await check(
    har(
      entry({}),
      entry(
        { url: 'https://pets.test/v1/pets/tom' },
        { status: 404, headers: JSON_TYPE, content: { size: 0, text: '' } },
      ),
    ),
  );
  expect(code, output).toBe(0);
  expect(output).toContain('getPet  200✓ 302· 404✓\n');
  expect(output).not.toContain('addPet  ');
  expect(output).toContain('Operations that nobody used (2): addPet, removePet\n');
  expect(output).toContain('Statuses that nobody got (1): getPet 302\n');
  expect(output).toContain('2 exchanges in');
  expect(output).toContain('The service conforms to its description.');
  expect(output).not.toContain('preconditions');
});

test('what is no exchange with the service is counted, and not judged', async () => {
  const { code, output } = await check(
    har(
      entry({}),
      entry({ url: 'https://cdn.test/a.js' }),
      entry({ url: 'https://cdn.test/b.js' }),
      entry({ url: 'https://pets.test/login' }),
      entry({ url: 'https://pets.test/v10/pets' }),
      entry({ method: 'OPTIONS', headers: [{ name: 'access-control-request-method', value: 'GET' }] }, { status: 204 }),
      entry({}, { content: json({ name: 7 }) }, { _fetchedViaServiceWorker: true }),
      entry({}, { content: json({ name: 7 }) }, { _fromCache: 'disk' }),
      entry({}, { status: 0, headers: [] }),
      entry(
        {},
        { status: 302, headers: [{ name: 'location', value: '/v1/pets/tom' }], content: { size: 0, mimeType: '' } },
      ),
      entry({}, { content: { size: 20, mimeType: 'application/json' } }),
      null,
    ),
  );
  expect(code, output).toBe(0);
  for (const line of [
    'getPet  200✓ 302✓ 404·',
    'Not judged (of 12 exchanges in all):',
    '4 entries of other services: https://cdn.test 2, https://pets.test 2',
    '1 entries preflight requests of browsers (CORS)',
    '1 entries answered by a service worker',
    '1 entries answered from the cache of the browser',
    '1 entries without a whole answer: aborted, blocked or failed',
    '1 entries without method, address, status or headers',
    '2 bodies of responses, which the files do not have',
    '3 exchanges in',
  ])
    expect(output).toContain(line);
});

const faulty = () =>
  har(
    entry(
      { url: 'https://pets.test/v1/pets/lovelace?mail=ada%40example.org' },
      { content: json({ name: 'Rex of Ada', age: 'sixty' }) },
    ),
    entry({ url: 'https://pets.test/v1/pets/lovelace' }, { status: 418 }),
    entry(
      {
        method: 'POST',
        url: 'https://pets.test/v1/pets',
        headers: [...KEY, ...JSON_TYPE],
        postData: { mimeType: 'application/json', text: '{"nam": 1}' },
      },
      { status: 201, headers: JSON_TYPE, content: { size: 0, text: '' } },
    ),
    entry({ url: 'https://pets.test/v1/owners/lovelace@example.org' }),
  );
const PERSONAL = /ada|lovelace|sixty|s3cret/i;

test('what breaks the description is told in every form, without values of anybody', async () => {
  const forms = ['json', 'html', 'junit', 'sarif', 'github'];
  const reports = forms.flatMap((form) => ['--report', `${form}=${join(room, `report.${form}`)}`]);
  const { code, output } = await check(faulty(), ...reports);
  expect(code).toBe(1);
  for (const line of [
    '✗ getPet: Response body property age must be integer (body)\n    entry 1: GET /v1/pets/{name}\n',
    '✗ getPet: Status 418 is not documented',
    "✗ addPet: The service returned 201 although the request violates the description: Request body must have required property 'name' (accepted)",
    '✗ outside: GET /v1/owners/… returned 200, but is not in the description (path)',
    "curl -i 'https://pets.test/v1/pets/{name}?mail=…'",
    'The service violates its description in 4 places.',
  ])
    expect(output).toContain(line);
  expect(output).not.toMatch(PERSONAL);
  const { breaches, traffic } = JSON.parse(readFileSync(join(room, 'report.json'), 'utf8'));
  expect([breaches.length, traffic]).toEqual([4, { entries: 4, notJudged: [], unused: ['removePet'] }]);
  for (const form of forms) {
    const text = readFileSync(join(room, `report.${form}`), 'utf8');
    expect(text).toContain('age must be integer');
    expect(text, form).not.toMatch(PERSONAL);
  }
});

test('values are shown on demand, but for keys', async () => {
  const { output } = await check(faulty(), '--show-values');
  expect(output).toContain('GET /v1/owners/lovelace@example.org returned 200');
  expect(output).toContain('mail=ada%40example.org');
  expect(output).not.toContain('s3cret');
});

test('a missing key counts where the file has keys, and not where a browser has removed all', async () => {
  const removed = entry({ headers: [] });
  const told = 'The service returned 200 although the request has no credentials';
  const without = await check(har(removed, removed));
  expect(without.code, without.output).toBe(0);
  expect(without.output).toContain(`missing keys: ${files}.har has none at all, as browsers export files`);
  const some = await check(har(removed, entry({})));
  expect([some.code, some.output]).toEqual([1, expect.stringContaining(told)]);
  const each = await check(har(removed), har(entry({})));
  expect(each.code, each.output).toBe(0);
});

test('more exchanges than a report can hold', async () => {
  const contract = await loadContract(openapi);
  async function* entries() {
    for (const number of [1, 2, 3]) yield { number, text: JSON.stringify(entry({})) };
  }
  const check = (most: number) => checkTraffic([['a.har', entries()]], { contract, bases: [BASE], most });
  expect((await check(3)).records).toHaveLength(3);
  await expect(check(2)).rejects.toThrow('a.har: more than 2 exchanges with the service are too many for one report');
});

test('several files, another address, less coverage than demanded, and a baseline', async () => {
  const elsewhere = har(entry({ url: 'http://localhost:8080/api/pets/rex' }, { content: json({}) }));
  const two = [elsewhere, har(entry({})), '--base', 'http://localhost:8080/api', '--base', 'https://pets.test/v1'];
  const broken = await check(...two);
  expect(broken.code).toBe(1);
  expect(broken.output).toContain(`    ${files - 1}.har entry 1: GET /api/pets/{name}\n`);
  const known = join(room, 'known.json');
  expect((await check(...two, '--baseline', known, '--write-baseline')).code).toBe(0);
  expect((await check(...two, '--baseline', known)).code).toBe(0);
  const thin = await check(har(entry({})), '--min-coverage', '50');
  expect([thin.code, thin.output]).toEqual([1, expect.stringContaining('is below 50 %')]);
});

test.each<[string, () => string[], RegExp]>([
  ['no file', () => [join(room, 'none.har')], /no file .*none\.har: give the HAR/],
  ['a folder', () => [room], /is a folder/],
  ['no HAR', () => [openapi], /^pets\.yaml: the file is no HAR/],
  ['a file that is cut off', () => [file('cut.har', '{"log":{"entries":[{"a":1},{"b')], /^cut\.har: .* cut off/],
  [
    'an entry that is no JSON',
    () => [file('bad.har', '{"log":{"entries":[{ada}]}}')],
    /^bad\.har: entry 1 .* not well-formed JSON/,
  ],
  ['no entries', () => [har()], /nothing to judge: .* The files have no entries/],
  [
    'traffic of others',
    () => [har(entry({ url: 'https://b.test/' }))],
    /no exchange with https:\/\/pets\.test\/v1 is in the files; --base .*1 entries of other services: https:\/\/b\.test 1/,
  ],
  ['a bad address', () => [har(entry({})), '--base', 'pets'], /--base must be an http: or https: URL but was pets/],
  ['a bad form', () => [har(entry({})), '--report', 'pdf=a'], /there is no format "pdf"/],
])('%s', async (_, args, message) => {
  const ended = await check(...args());
  expect(ended).toEqual({ code: 2, output: expect.stringMatching(message) });
  expect(ended.output).not.toContain('    at ');
});

test('a description that is not there, and one without an address', async () => {
  const missing = await runHere('check', har(entry({})));
  expect(missing).toEqual({ code: 2, output: expect.stringMatching(/no openapi\.yaml, .* here: give .* --openapi/) });
  const relative = file('relative.yaml', readFileSync(openapi, 'utf8').replace('https://pets.test/v1', '/v1'));
  const ended = await runHere('check', har(entry({})), '--openapi', relative);
  expect(ended).toEqual({ code: 2, output: expect.stringContaining('--base https://api.example.com/v1') });
});
