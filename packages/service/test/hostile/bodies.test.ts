import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { databases } from '../support/database.ts';
import { type Command, freshDirectory, startService } from '../support/process.ts';
import { callRaw, type RawCall } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Nearly as long as a body may be. */
const length = 9_400_000;
const json = { 'content-type': 'application/json' };
const xml = { 'content-type': 'application/vnd.service.api+xml' };

/** Milliseconds of CPU that the main thread may take at a stretch; client and service share it here. */
const mostMillis = 600;

const filled = (before: string, unit: string, after = ''): Buffer =>
  Buffer.from(before + unit.repeat(Math.floor((length - before.length - after.length) / unit.length)) + after);
const transactions = (body: Buffer): RawCall => ({ method: 'POST', path: '/transactions', headers: json, body });
const contacts = (body: Buffer): RawCall => ({ method: 'POST', path: '/contacts', headers: xml, body });
const inContact = (inside: string): RawCall =>
  contacts(filled('<contacts><contact><email>', inside, '</email></contact></contacts>'));

const rows: [name: string, make: () => RawCall, status: number, message: RegExp][] = [
  ['a list of objects', () => transactions(filled('[', '{},', '{}]')), 400, /at most 1000000 objects/],
  ['a list of lists', () => transactions(filled('[', '[],', '[]]')), 400, /at most 1000000 objects/],
  ['a list of numbers', () => transactions(filled('[', '0,', '0]')), 400, /at most 300000 items/],
  ['deep lists', () => transactions(filled('', '[')), 400, /nested deeper than 64/],
  ['deep objects', () => transactions(filled('', '{"a":')), 400, /nested deeper than 64/],
  ['a wide object', () => transactions(filled('{', '"abcdef":1,', '"z":1}')), 400, /at most 100000 values/],
  [
    'a wide content',
    () => transactions(filled('[{"content":{', '"abcdef":1,', '"z":1}}]')),
    400,
    /at most 100000 values/,
  ],
  ['a list that does not end', () => transactions(filled('[', '{},')), 400, /at most 1000000 objects/],
  ['a long text', () => transactions(filled('["', 'x', '"]')), 400, /must be an object/],
  ['unknown elements', () => contacts(filled('<contacts>', '<x/>', '</contacts>')), 200, /<count_contacts>0</],
  [
    'unknown elements of a contact',
    () => contacts(filled('<contacts><contact>', '<x/>', '</contact></contacts>')),
    400,
    /limit of nodes/,
  ],
  ['empty contacts', () => contacts(filled('<contacts>', '<contact/>', '</contacts>')), 400, /at most 250000 items/],
  ['comments', () => contacts(filled('<contacts>', '<!---->', '</contacts>')), 400, /limit of nodes/],
  ['CDATA sections', () => inContact('<![CDATA[]]>'), 400, /limit of nodes/],
  ['references', () => inContact('&lt;'), 400, /limit of text/],
  ['a fault at the end', () => contacts(filled('<contacts>', '<x/>', '</contact>')), 400, /must be &lt;\/contacts/],
  ['a long name', () => contacts(filled('<contacts><', 'x')), 400, /is required/],
];

describe('bodies of nine megabytes', () => {
  let service: TestService;
  beforeAll(async () => {
    const [{ open }] = databases() as [ReturnType<typeof databases>[number]];
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  test.each(rows)('%s: nobody else waits for long', async (_, make, status, message) => {
    const call = make();
    const watch = watchStretches();
    const answer = await callRaw(service, call);
    const longest = watch.end();
    expect(answer.body.slice(0, 1000)).toMatch(message);
    expect(answer.status).toBe(status);
    expect(longest).toBeLessThan(mostMillis);
  });
});

/** Measures how much CPU this thread takes between two turns of the event loop, which others of the machine do not change. */
function watchStretches() {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let last = used();
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    end() {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}

/** `npm run test:deep` sends a hundred. */
const crowd = deep ? 100 : 40;

describe(`${crowd} bodies of nine megabytes at once`, () => {
  let service: Command & { baseUrl: string; key: string };
  beforeAll(async () => {
    service = await startService(freshDirectory());
  });
  afterAll(async () => {
    service?.child.kill();
    await service?.ended;
  });

  test.each<[string, RawCall, string]>([
    ['of known length, by clients that close', transactions(filled('[', '{},', '{}]')), 'close'],
    ['that are read by clients that close late', contacts(filled('<contacts>', '<x/>', '</contacts>')), 'late'],
  ])('%s: each is answered, and memory is bounded', async (_, call, way) => {
    // One after the other, because a busy client would take longer with all handshakes and heads than a server waits.
    const begun: Sending[] = [];
    for (let i = 0; i < crowd; i++) begun.push(await begin(service, call, way === 'late'));
    const statuses = await Promise.all(begun.map(({ finish }) => finish()));
    const count = Map.groupBy(statuses, (status) => status);
    expect([...count.keys()].filter((status) => !['200', '400', '503 retry'].includes(status))).toEqual([]);
    expect(count.get('503 retry')?.length).toBeGreaterThan(crowd - 20);
    expect(statuses.length - count.get('503 retry')!.length).toBeGreaterThanOrEqual(2);
    if (process.platform === 'linux') expect(peakMegabytes(service.child.pid!)).toBeLessThan(600);
    else console.log('The peak of memory is compared on Linux only, where /proc tells it.');
  });
});

const peakMegabytes = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

interface Sending {
  /** Sends the body. Resolves with the status, with a word for `Retry-After`, or with what broke the connection. */
  finish(): Promise<string>;
}

/** Connects and sends the head of a request. */
async function begin(
  { baseUrl, key }: { baseUrl: string; key: string },
  { method, path, headers, body }: RawCall,
  late: boolean,
): Promise<Sending> {
  const { hostname: host, port } = new URL(baseUrl);
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const bytes = Buffer.from(body!);
  const own = { authorization: `Bearer ${key}`, 'content-length': bytes.length, connection: 'close' };
  const call = request(baseUrl + path, { method, createConnection: () => socket, headers: { ...headers, ...own } });
  const status = new Promise<string>((resolve) => {
    call.on('response', (answer) => {
      answer.resume().on('error', (error) => resolve(`broken: ${error.message}`));
      answer.on('end', () => resolve(`${answer.statusCode}${answer.headers['retry-after'] ? ' retry' : ''}`));
    });
    call.on('error', (error: NodeJS.ErrnoException) => resolve(`broken: ${error.code}`));
  });
  // Late: nothing is read before the last byte is sent.
  if (late) socket.pause();
  await new Promise<void>((sent) => void call.write(bytes.subarray(0, 1), () => sent()));
  return {
    finish() {
      call.end(bytes.subarray(1), () => socket.resume());
      return status;
    },
  };
}
