import { BodiesUnderWay } from '@mailwright/server-runtime/web';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { KeyHolder, Right } from '../../src/account/index.ts';
import { registerToolEndpoint } from '../../src/app/tools/endpoint.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

/** The SDK of the protocol, over HTTPS. */
describe.each(usualDatabases())('assistants that call tools over HTTP, on $kind', ({ open }) => {
  let service: TestService;
  let sink: Awaited<ReturnType<typeof startSmtpSink>>;
  const clients: Client[] = [];
  beforeAll(async () => {
    sink = await startSmtpSink();
    service = await startTestService(await open(), sink.url);
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await service.close();
    await sink.close();
  });

  const keyWith = async (rights: Right[]) =>
    (await service.client.apiKeys.create({ body: { label: rights.join(), rights } }).orThrow()).key;

  async function assistant(key: string): Promise<(name: string, given?: object) => Promise<string>> {
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    const url = new URL(`${service.origin}/mcp`);
    const fetch = (address: string | URL, init?: RequestInit) => service.fetch(String(address), init);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { fetch, requestInit }));
    return async (name, given = {}) => {
      if (name === 'list') return JSON.stringify((await client.listTools()).tools);
      const { content } = await client.callTool({ name, arguments: given as Record<string, unknown> });
      return (content as { text: string }[])[0]!.text;
    };
  }
  const tokenOf = (answer: string) => /"confirmation": "([^"]+)"/.exec(answer)![1];
  const post = (headers: Record<string, string>, body = '{}') =>
    service.fetch(`${service.origin}/mcp`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    });

  test('a key that only reads finds and reads, and cannot change anything', async () => {
    const ask = await assistant(await keyWith(['get']));
    const list = await ask('list');
    // A token of JSON has three characters or more.
    expect(list.length).toBeLessThan(30_000);
    expect(JSON.parse(list).map(({ name }: { name: string }) => name)).toEqual([
      ...['search_operations', 'describe_operation', 'read'],
    ]);
    expect(await ask('search_operations', { query: 'count contacts' })).toMatch(/^countContacts: /);
    expect(await ask('read', { operation: 'countContacts' })).toBe(
      String(await service.client.contacts.count({}).orThrow()),
    );
    expect(await ask('change', { operation: 'createMailing' })).toMatch(/^There is no tool change/);
    expect(await ask('read', { operation: 'createMailing' })).toMatch(/^There is no operation createMailing/);
  });

  test('mails are sent when the token of the first call comes back, and once', async () => {
    const ask = await assistant(await keyWith(['get', 'post', 'put', 'delete']));
    const mailingid = await createSendout(service, '<p>Hello</p> <a href="[[LINK|UNSUBSCRIBE]]">out</a>');
    const call = { operation: 'sendMailingNow', arguments: { mailingid } };
    const first = await ask('change', call);
    expect(first).toMatch(/^Not done yet: Send a mailing now \(sendMailingNow\), with \{"mailingid":\d+\}/);
    expect(await service.client.mailings.getState({ mailingid }).orThrow()).toBe('draft');
    const confirmation = tokenOf(first);
    const other = { operation: 'sendMailingNow', arguments: { mailingid: mailingid + 1 }, confirmation };
    expect(await ask('change', other)).toMatch(/^Nothing was done/);
    expect(sink.mails).toEqual([]);
    expect(await ask('change', { ...call, confirmation })).toBe('Done.');
    await vi.waitFor(
      async () => expect(await service.client.mailings.getState({ mailingid }).orThrow()).toBe('done'),
      30_000,
    );
    const sent = sink.mails.length;
    expect(sent).toBeGreaterThan(0);
    expect(await ask('change', { ...call, confirmation }), 'the answer again, of the first time').toBe('Done.');
    expect(sink.mails).toHaveLength(sent);
  });

  test('a transactional mail is not doubled by a token that is used twice', async () => {
    const ask = await assistant(await keyWith(['get', 'post']));
    const body = {
      to: [{ email: 'once@example.org' }],
      from: { email: 'shop@example.com' },
      subject: 'Once',
      text: 'Once',
    };
    const call = { operation: 'sendTransactionalMail', arguments: { body } };
    const confirmation = tokenOf(await ask('change', call));
    const [one, two] = [await ask('change', { ...call, confirmation }), await ask('change', { ...call, confirmation })];
    expect(one).toMatch(/^\[?\{/);
    expect(two).toBe(one);
    const { items } = await service.client.transactionalMails.list({ email: 'once@example.org' }).orThrow();
    expect(items).toHaveLength(1);
  });

  test('what can be taken back needs no confirmation, and is refused as the API refuses it', async () => {
    const ask = await assistant(await keyWith(['get', 'post']));
    const id = await ask('change', { operation: 'createMailing', arguments: { name: 'By tool', subject: 'Hi' } });
    expect(await service.client.mailings.getName({ mailingid: Number(id) }).orThrow()).toBe('By tool');
    const again = { operation: 'createMailing', arguments: { name: 'By tool', subject: 'Hi' } };
    expect(await ask('change', again)).toMatch(/^4\d\d: .*By tool/);
    expect(await ask('change', { operation: 'deleteMailing', arguments: { mailingid: Number(id) } })).toMatch(
      /^There is no operation deleteMailing/,
    );
  });

  test('accounts are apart: neither data nor tokens of one are good for the other', async () => {
    const made = await administer(service.db).createAccount({
      name: 'Other',
      domain: 'other.example.com',
      timeZone: 'UTC',
    });
    const [mine, theirs] = [await assistant(service.key), await assistant(made.key)];
    expect(await theirs('read', { operation: 'countContacts' })).toBe('0');
    const call = { operation: 'deleteContactsByEmail', arguments: { email: 'ada.moreau@example.com' } };
    const confirmation = tokenOf(await theirs('change', call));
    const before = await service.client.contacts.count({}).orThrow();
    expect(await mine('change', { ...call, confirmation })).toMatch(/^Nothing was done/);
    expect(await service.client.contacts.count({}).orThrow()).toBe(before);
  });

  test.each([
    ['no key', {}, 401],
    ['a wrong key', { authorization: 'Bearer mw_wrong' }, 401],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page that a browser calls another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s is refused', async (_, headers, status) => {
    const answer = await post(headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
  });

  test.each([
    ['no JSON', '{', 400],
    ['no request', '[1, 2]', 400],
    ['too many values', `[${'0,'.repeat(50_001)}0]`, 400],
    ['too deep', `${'['.repeat(65)}${']'.repeat(65)}`, 400],
    ['too much', `"${'x'.repeat(5_000_000)}"`, 413],
  ])('%s is told to be wrong', async (_, body, status) => {
    const answer = await post({ authorization: `Bearer ${service.key}` }, body);
    expect([answer.status, ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([
      status,
      expect.any(String),
    ]);
  });

  const message = (name: string, given: object, id = 1) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, arguments: given },
  });
  test.each<[string, string, object]>([
    [
      '"query" of search_operations has 202 characters. Allowed: 200.',
      'search_operations',
      { query: 'a '.repeat(101) },
    ],
    ['"query" of search_operations must be a string.', 'search_operations', { query: ['a'] }],
    ['"group" of search_operations has 201 characters. Allowed: 200.', 'search_operations', { group: 'a'.repeat(201) }],
    ['search_operations has no argument "words". Allowed: query, group.', 'search_operations', { words: 'a' }],
    ['describe_operation needs operation.', 'describe_operation', {}],
    ['"arguments" of read must be an object.', 'read', { operation: 'countContacts', arguments: [] }],
    ['"operation" of change has 300 characters. Allowed: 200.', 'change', { operation: 'x'.repeat(300) }],
    [`There is no tool ${'x'.repeat(200)}….`, 'x'.repeat(300), {}],
  ])('arguments are checked: %s', async (said, name, given) => {
    const ask = await assistant(service.key);
    expect(await ask(name, given)).toBe(said);
  });

  test('calls are counted, not requests: six batches of a hundred are the most at once', async () => {
    // Allowances come back with time.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const app = Fastify();
    onTestFinished(() => app.close());
    const holder = { rights: ['get'], keyId: 1, account: { secret: Buffer.alloc(32) } } as unknown as KeyHolder;
    const options = {
      log: () => {},
      publicUrl: () => 'https://a.example',
      findHolder: async () => holder,
      bodies: new BodiesUnderWay(),
    };
    registerToolEndpoint(app, { ...options, fetchApi: () => async () => new Response() });
    const statusOf = async (calls: number) => {
      const payload = Array.from({ length: calls }, (_, id) =>
        message('search_operations', { query: 'count' }, id + 1),
      );
      const headers = { authorization: `Bearer ${service.key}`, accept: 'application/json, text/event-stream' };
      return (await app.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode;
    };
    const statuses = [];
    for (const calls of [101, 100, 100, 100, 100, 100, 100]) statuses.push(await statusOf(calls));
    expect(statuses).toEqual([400, 200, 200, 200, 200, 200, 429]);
  });

  test('there is nothing to wait for', async () => {
    const headers = { authorization: `Bearer ${service.key}`, accept: 'text/event-stream' };
    expect((await service.fetch(`${service.origin}/mcp`, { headers })).status).toBe(405);
  });
});
