import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descriptionFile } from '@mailwright/spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HarEntry } from '../src/har/har.ts';
import { toHarEntry } from '../src/har/write.ts';
import { runHere } from './support/in-process.ts';
import { type JudgedService, ownService } from './support/service.ts';

const { start } = ownService();
const room = mkdtempSync(join(tmpdir(), 'contract-traffic-'));
let judged: JudgedService;
beforeAll(async () => {
  judged = await start();
});
afterAll(async () => {
  await judged?.service.close();
  rmSync(room, { recursive: true });
});

const JSON_TYPE = 'application/vnd.service.api+json';
const EMAIL = 'zofie.lovelace+vip@example.org';
const PERSONAL = /lovelace|Žofie|901820|Spring sale/;

/**
 * Calls of the generated client, in the form of a HAR. It reads XML alone, and tells of a JSON answer that it cannot read it: what
 * went over the wire is recorded all the same.
 */
async function record(isJson: boolean): Promise<HarEntry[]> {
  const client = judged.client();
  const mailingid = await client.mailings.create({ name: `Of ${isJson}`, subject: 'Hello' }).orThrow();
  judged.exchanges();
  const options = isJson ? { headers: { accept: `${JSON_TYPE}, text/plain` } } : {};
  await client.mailings.create({ name: `Spring sale ${isJson}`, subject: 'Hello' }, options);
  await client.mailings.setSubject({ mailingid, body: 'Hello [[CONTACT|FIRSTNAME]] & "co"' }, options);
  await client.mailings.getSubject({ mailingid }, options);
  await client.mailings.listByStates({ states: ['draft'], fields: ['name', 'state'], page_size: 1 }, options);
  const contact = { email: EMAIL, permission: 1 } as const;
  if (isJson) {
    const body = { external_id: '4930901820', standard_fields: { CITY: 'Prague', FIRSTNAME: 'Žofie' } };
    await client.contacts.createByEmail({ ...contact, contentType: JSON_TYPE, body }, options);
  } else {
    const fields = { CITY: 'Prague', FIRSTNAME: 'Žofie' };
    const standard_fields = Object.entries(fields).map(([name, value]) => ({
      name: name as keyof typeof fields,
      value,
    }));
    await client.contacts.createByEmail({ ...contact, body: { external_id: '4930901820', standard_fields } }, options);
  }
  await client.contacts.getByEmail({ email: EMAIL, standard_field: ['CITY', 'FIRSTNAME'] }, options);
  await client.contacts.getByEmail({ email: 'eve.lovelace@example.org' }, options);
  await client.mailings.listByStates({ states: ['draft'], page_size: 1001 }, options);
  // What a file has is JSON.
  const entries = judged.exchanges().map((each) => toHarEntry(each, new Date(0)));
  return JSON.parse(JSON.stringify(entries));
}

async function check(name: string, entries: unknown[]) {
  const file = join(room, `${name}.har`);
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } }));
  const base = ['--openapi', descriptionFile, '--base', judged.baseUrl];
  const forms = ['json', 'html', 'junit', 'sarif'].map((form) => `${form}=${join(room, `${name}.${form}`)}`);
  const ended = await runHere('check', file, ...base, ...forms.flatMap((each) => ['--report', each]));
  const read = (form: string) => readFileSync(join(room, `${name}.${form}`), 'utf8');
  expect(ended.output).not.toMatch(PERSONAL);
  for (const form of ['json', 'html', 'junit', 'sarif']) expect(read(form), form).not.toMatch(PERSONAL);
  return { ...ended, report: JSON.parse(read('json')) };
}

/** A fault in the answer of an operation, and how the report tells it. */
interface Planted {
  of: (entry: HarEntry) => boolean;
  plant: (entry: HarEntry) => void;
  found: RegExp;
}

const answers =
  (method: string, part: string, status = 200) =>
  ({ request, response }: HarEntry) =>
    request.method === method && request.url.includes(part) && response.status === status;

const replace = ({ response }: HarEntry, from: RegExp, to: string) => {
  const text = response.content!.text!.replace(from, to);
  expect(text).not.toBe(response.content!.text);
  response.content!.text = text;
};
const withoutHeader = ({ response }: HarEntry, name: string) => {
  response.headers = response.headers.filter((each) => each.name.toLowerCase() !== name);
};

const planted = (wrongType: [RegExp, string], lostMember: [RegExp, string]): Planted[] => [
  {
    of: answers('GET', '/contacts/'),
    plant: (entry) => replace(entry, ...wrongType),
    found: /^getContactByEmail body .*id/,
  },
  {
    of: answers('GET', '/subject'),
    plant: ({ response }) => {
      response.status = 206;
    },
    found: /^getMailingSubject status Status 206 is not documented/,
  },
  {
    of: answers('GET', 'page_size=1'),
    plant: (entry) => {
      withoutHeader(entry, 'x-items');
      replace(entry, ...lostMember);
    },
    found: /^listMailingsByStates (header|body) .*(x-items|id)/i,
  },
  {
    of: answers('GET', '/contacts/', 404),
    plant: ({ response }) => {
      for (const each of response.headers) if (each.name.toLowerCase() === 'content-type') each.value = 'text/html';
    },
    found: /^getContactByEmail media-type Content-Type is text\/html/,
  },
  {
    of: answers('POST', '/subject'),
    plant: ({ request }) => {
      request.url = request.url.replace(/\/mailings\/.*/, '/newsletters/drafts');
    },
    found: /^undefined path POST \/1\.0\/newsletters\/drafts returned 200/,
  },
];

const STATUSES = [201, 200, 200, 200, 201, 200, 404, 400];

describe.each<[string, Planted[]]>([
  ['XML', planted([/<id>\d+<\/id>/, '<id>seven</id>'], [/<id>\d+<\/id>/, ''])],
  ['JSON', planted([/"id":\d+/, '"id":"seven"'], [/"id":\d+,?/, ''])],
])('traffic of the service in %s', (name, faults) => {
  let entries: HarEntry[];
  beforeAll(async () => {
    entries = await record(name === 'JSON');
  });

  test('has no finding, and says what nobody used', async () => {
    const { code, output, report } = await check(name, entries);
    expect(report.breaches).toEqual([]);
    expect(report.warnings).toEqual([]);
    expect(code, output).toBe(0);
    expect(report.exchanges).toBe(8);
    expect(report.traffic.unused).toHaveLength(report.operations.length - 6);
    expect(output).toMatch(/Statuses that nobody got \(\d+\): .*getContactByEmail 400/);
    expect(entries.map(({ response }) => response.status)).toEqual(STATUSES);
    const types = entries.map(({ response }) => response.content?.mimeType ?? '');
    expect(types.filter((each) => each.includes(`+${name.toLowerCase()}`)).length).toBeGreaterThan(3);
  });

  test('five planted faults are found, and nothing else', async () => {
    const changed = structuredClone(entries);
    for (const { of, plant } of faults) {
      const entry = changed.find(of);
      expect(entry, entries.map(({ request }) => `${request.method} ${request.url}`).join('\n')).toBeDefined();
      plant(entry!);
    }
    const { code, report } = await check(`${name}-faulty`, changed);
    const told: string[] = report.breaches.map(
      ({ operation, rule, message }: { [member: string]: string }) => `${operation} ${rule} ${message}`,
    );
    for (const { found } of faults) expect(told).toContainEqual(expect.stringMatching(found));
    expect(told.filter((each) => !faults.some(({ found }) => found.test(each)))).toEqual([]);
    expect(code).toBe(1);
  });
});
