import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import { runHere } from './support/in-process.ts';
import { run } from './support/process.ts';

const room = mkdtempSync(join(tmpdir(), 'mailwright-contract-'));
afterAll(() => rmSync(room, { recursive: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(room, name), text);
  return join(room, name);
};

const pets = (answer: string) => `
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://pets.example/v1 }]
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 }, example: 7 }]
      responses:
        '200':
          description: A pet.
          content: { application/xml: { schema: { $ref: '#/components/schemas/Pet' } } }
        '400': { description: Not an id. }
        '404': { description: No such pet. }
components:
  schemas:
    Pet:
      type: object
      xml: { name: pet }
      required: [name]
      properties: { name: ${answer} }
`;
const good = file('pets.yaml', pets('{ type: string, maxLength: 9, example: Rex }'));
/** Another description of the same service. */
const other = file('other.yaml', pets('{ type: integer, example: 7 }'));

/** The description with an operation that deletes data. */
const changing = file(
  'changing.yaml',
  pets('{ type: string, example: Rex }').replace(
    'components:',
    `    delete: { operationId: deletePet, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '204': { description: Gone. } } }
components:`,
  ),
);

async function mocked() {
  const mock = run('mock', good, '--port', '0');
  const [, url = ''] = await mock.says(/at (https:\S+) /);
  const end = () => {
    mock.child.kill('SIGTERM');
    return mock.code();
  };
  return { url, end };
}

test('verify a mock: reports, coverage, exit code', async () => {
  const mock = await mocked();
  const reports = ['json', 'html', 'junit'].flatMap((form) => [
    '--report',
    `${form}=${join(room, 'out', `r.${form}`)}`,
  ]);
  const base = ['--target', mock.url, '--insecure', '--prefer'];
  const kept = await runHere(
    'verify',
    good,
    ...base,
    ...reports,
    '--report',
    `github=${join(room, 'out/r.md')}`,
    '--min-coverage',
    '100',
  );
  expect(kept.code, kept.output).toBe(0);
  expect(kept.output).toContain('getPet  200✓ 400✓ 404✓');
  expect(kept.output).toContain(
    'Coverage 100 %: of 3 documented statuses, 3 passed, 0 failed, 0 were not covered\nThe service conforms to its description.',
  );
  const read = (name: string) => readFileSync(join(room, 'out', name), 'utf8');
  expect(JSON.parse(read('r.json'))).toMatchObject({
    title: 'Pets',
    coverage: { kept: 3, percent: 100 },
    breaches: [],
  });
  expect(xml2js(read('r.junit'), { compact: true })).toMatchObject({ testsuites: { _attributes: { failures: '0' } } });
  expect(read('r.md')).toContain('| getPet | ✓ | ✓ | ✓ |');
  expect(read('r.html')).toMatch(/^<!doctype html>.*<b [^>]*>getPet<\/b>/s);

  const broken = await runHere('verify', other, ...base, '--report', 'github');
  expect(broken.code).toBe(1);
  expect(broken.output).toMatch(
    /::error file=\S*other.yaml,line=8,title=Contract violation%3A getPet::Response body: \/pet\/name: must be a safe integer/,
  );
  expect(broken.output).toMatch(/✗ getPet: Response body.*\n {4}smallest request, asked for 200/);

  const thin = await runHere('verify', good, '--target', mock.url, '--insecure', '--min-coverage', '90');
  expect(thin.code).toBe(1);
  expect(thin.output).toContain('Coverage 66.6 % is below 90 %.');
  expect(await mock.end()).toBe(0);
});

test('a baseline accepts what it lists, and a new finding fails', async () => {
  const mock = await mocked();
  const known = join(room, 'known.json');
  const base = ['--target', mock.url, '--insecure', '--prefer', '--baseline', known];
  const written = await runHere('verify', other, ...base, '--write-baseline');
  expect(written.code, written.output).toBe(0);
  const accepted = await runHere('verify', other, ...base);
  expect(accepted.code, accepted.output).toBe(0);
  expect(accepted.output).toContain('Accepted by the baseline: 1 findings');
  writeFileSync(known, readFileSync(known, 'utf8').replace(/"operation": "\w+"/, '"operation": "another"'));
  const failed = await runHere('verify', other, ...base);
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('1 accepted findings were not seen');
  expect(await mock.end()).toBe(0);
});

test('a service that describes itself, asks for a key, and takes longer than the limit', async () => {
  const service = createServer(({ url = '', headers }, response) => {
    if (url === '/openapi.json')
      return response.end(
        pets('{ type: string }')
          .replace('/{id}:', ':')
          .replace('      parameters', '      security: [{ key: [] }]\n      x-p')
          .replace('schemas:', 'securitySchemes: { key: { type: http, scheme: bearer } }\n  schemas:'),
      );
    if (headers.authorization !== 'Bearer good') return response.writeHead(401).end();
    return setTimeout(
      () => response.writeHead(200, { 'Content-Type': 'application/xml' }).end('<pet><name>a</name></pet>'),
      500,
    );
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const target = ['--target', `http://127.0.0.1:${(service.address() as AddressInfo).port}`];
  const refused = await runHere('verify', ...target, '--auth', 'Bearer bad');
  expect(refused.code, refused.output).toBe(4);
  const limited = await runHere('verify', ...target, '--auth', 'Bearer good', '--time-limit', '0.1');
  expect(limited.output).toContain('The run ended early: the time limit of 0.1 s was reached.');
  service.close();
});

test('verify as a proxy', async () => {
  const mock = await mocked();
  const proxy = run('verify', other, '--target', mock.url, '--insecure', '--proxy', '--port', '0');
  const [, url] = await proxy.says(/to (http:\S+) in place/);
  expect((await fetch(`${url}/pets/7`)).status).toBe(200);
  expect((await fetch(`${url}/pets/x`)).status).toBe(400);
  proxy.child.kill('SIGINT');
  expect(await proxy.code()).toBe(1);
  expect(proxy.output()).toContain('getPet  200✗ 400✓ 404·');
  expect(proxy.output()).toContain('GET /v1/pets/7');
  expect(await mock.end()).toBe(0);
});

test.each<[string, number, string[], RegExp]>([
  ['explain: no such file', 2, ['explain', join(room, 'none.yaml')], /no file .*none\.yaml: give/],
  ['diff: no such file', 2, ['diff', good, join(room, 'none.yaml')], /no file .*none\.yaml: give/],
  ['diff: nobody listens', 3, ['diff', good, 'http://127.0.0.1:1/openapi.json'], /127\.0\.0\.1:1\/openapi\.json/],
  ['diff: no URL', 2, ['diff', 'http://', good], /but was http:\/\//],
  ['explain: a file in place of a folder', 2, ['explain', good, '--write', good], /pets\.yaml/],
  ['record: no target', 2, ['record', join(room, 'r.yaml')], /--target/],
  ['record: a bad port', 2, ['record', join(room, 'r.yaml'), '--target', 'http://a', '--port', 'x'], /--port must be/],
  ['record: a file in a file', 2, ['record', join(good, 'r.yaml'), '--target', 'http://a'], /pets\.yaml/],
  ['an unknown option', 2, ['explain', good, '--nope'], /unknown option '--nope'/],
  ['an unknown command', 2, ['nope'], /unknown command 'nope'/],
])('%s', async (_, code, args, message) => {
  const ended = await runHere(...args);
  expect(ended).toEqual({ code, output: expect.stringMatching(message) });
  expect(ended.output).not.toContain('    at ');
});

test('explain names what it cannot follow', async () => {
  const torn = file(
    'torn.yaml',
    pets('{ type: string }').replace('components:', `  /more: { $ref: 'parts/none.yaml' }\ncomponents:`),
  );
  expect(await runHere('explain', torn)).toEqual({ code: 0, output: expect.stringContaining('parts/none.yaml') });
});

test.each<[string, string[], RegExp]>([
  ['no such file', ['mock', join(room, 'none.yaml')], /none\.yaml/],
  ['no description', ['mock', file('no.yaml', 'a: 1')], /not an OpenAPI description/],
  ['no target', ['verify', good], /required option '--target <url>'/],
  ['a bad target', ['verify', good, '--target', 'pets'], /--target must be an http: or https: URL but was pets/],
  [
    'changes on this machine too, and nobody to ask',
    ['verify', changing, '--target', 'https://localhost:1/v1'],
    /verify calls 1 operations of https:\/\/localhost:1\/v1 that change data\. 1 of them delete data: deletePet\..*with --yes/,
  ],
  [
    'an operation that is not there',
    ['verify', good, '--target', 'https://a', '--only', 'getPets'],
    /no operation and no group getPets/,
  ],
  [
    'no such rule',
    ['verify', good, '--target', 'https://a', '--without', 'html'],
    /--without: there is no rule "html"; the rules are /,
  ],
  ['a bad port', ['mock', good, '--port', 'x'], /--port must be a number from 0 to 65535 but was x/],
  [
    'a bad form',
    ['verify', good, '--target', 'https://a', '--report', 'pdf=a'],
    /there is no format "pdf"; the formats are junit, json, html, sarif, github/,
  ],
  [
    'a form without file',
    ['verify', good, '--target', 'https://a', '--report', 'html'],
    /--report html requires a file: html=FILE/,
  ],
  [
    'a bad coverage',
    ['verify', good, '--target', 'https://a', '--min-coverage', '101'],
    /--min-coverage must be a number from 0 to 100/,
  ],
  ['a bad header', ['verify', good, '--target', 'https://a', '--header', 'X'], /--header must be "Name: value"/],
  [
    'a bad key',
    ['verify', good, '--target', 'https://a', '--limited-auth', 'get'],
    /--limited-auth must be "right,right/,
  ],
  ['no corpus', ['verify', good, '--target', 'https://a', '--corpus', join(room, 'none')], /there is no folder .*none/],
  [
    'no preconditions',
    ['verify', good, '--target', 'https://a', '--preconditions', join(room, 'none')],
    /there is no folder .*none/,
  ],
  ['a certificate without key', ['mock', good, '--cert', good], /--cert and --key must be given together/],
])('%s', async (_, args, message) => {
  const ended = await runHere(...args);
  expect(ended).toEqual({ code: 2, output: expect.stringMatching(message) });
  expect(ended.output).not.toContain('    at ');
});

test('diff: what breaks clients, in XML too', async () => {
  const renamed = file(
    'renamed.yaml',
    pets('{ type: string, maxLength: 5 }').replace('xml: { name: pet }', 'xml: { name: animal }'),
  );
  expect(await runHere('diff', good, good)).toEqual({ code: 0, output: 'Nothing breaks clients.\n' });
  const broken = expect.stringContaining('breaks  #/components/schemas/Pet: xml changed (received)');
  expect(await runHere('diff', good, renamed)).toEqual({ code: 1, output: broken });
  const gone = expect.stringContaining('deletePet is gone');
  expect(await runHere('diff', changing, good)).toEqual({ code: 1, output: gone });
});

test('record a service without a description', async () => {
  const service = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"name":"Rex"}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
  const written = join(room, 'recorded.yaml');
  const recorder = run('record', written, '--target', target);
  const [, url] = await recorder.says(/to (http:\S+) in place/);
  await (await fetch(`${url}/pets/7`)).text();
  recorder.child.kill('SIGINT');
  expect(await recorder.code(), recorder.output()).toBe(0);
  expect(readFileSync(written, 'utf8')).toContain('/pets/{petId}');

  const judged = join(room, 'recorded.json');
  const judge = run('verify', written, '--target', target, '--proxy', '--write-description', judged);
  const [, address] = await judge.says(/to (http:\S+) in place/);
  await (await fetch(`${address}/pets/8`)).text();
  judge.child.kill('SIGINT');
  expect(await judge.code(), judge.output()).toBe(0);
  expect(Object.keys(JSON.parse(readFileSync(judged, 'utf8')).paths)).toEqual(['/pets/{petId}']);
  service.close();
});
