import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { databases } from '../support/database.ts';
import { callRaw, messageOf, type RawAnswer, type RawCall } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const xmlType = 'application/vnd.service.api+xml';
const jsonType = 'application/vnd.service.api+json';
const create = (name: string) => `/mailings?name=${name}&subject=x`;
const group = (name: string, filter: number) =>
  `<targetgroup><name>${name}</name><type>regular</type><contact_filter_id>${filter}</contact_filter_id></targetgroup>`;

describe.each(databases())('Idempotency-Key on $kind', ({ open }) => {
  let service: TestService;
  let filter: number;
  beforeAll(async () => {
    service = await startTestService(await open());
    const groupId = await service.groupId('regular');
    filter = (await service.client.targetGroups.get({ groupId }).orThrow()).contact_filter_id;
  });
  afterAll(() => service?.close());

  const send = (key: string, path: string, more: Partial<RawCall> = {}) =>
    callRaw(service, { method: 'POST', path, ...more, headers: { 'idempotency-key': key, ...more.headers } });
  const createGroup = (key: string, name: string) =>
    send(key, '/targetgroups', { body: group(name, filter), headers: { 'content-type': xmlType } });
  const idOf = ({ body }: RawAnswer) => /\d+(?=<\/id>|\D*$)/.exec(body.replace(/^<\?.*?\?>/, ''))![0];
  const mailingsCalled = async (name: string) =>
    (
      await service.db
        .selectFrom('mailing')
        .select('id')
        .where('account_id', '=', service.accountId)
        .where('name', '=', name)
        .execute()
    ).length;

  test('a repetition is answered like the first time, and marked', async () => {
    const key = randomUUID();
    const first = await send(key, create('Repeated'));
    const second = await send(key, create('Repeated'));
    expect(first.status).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await mailingsCalled('Repeated')).toBe(1);
  });

  test('an answer without a body is repeated too', async () => {
    const groupId = idOf(await createGroup(randomUUID(), 'Deleted twice'));
    const remove = (key: string) => send(key, `/targetgroups/targetgroup/${groupId}`, { method: 'DELETE' });
    const key = randomUUID();
    const answers = [await remove(key), await remove(key)];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, ''],
      [200, ''],
    ]);
    expect((await remove(randomUUID())).status).toBe(404);
  });

  test('the answer is written in the form that the repetition accepts', async () => {
    const key = randomUUID();
    const path = '/contacts/email/ada%40forms.example.org?permission=1';
    const body = '<contact/>';
    const as = (accept: string) => send(key, path, { body, headers: { accept, 'content-type': xmlType } });
    const [xml, json] = [await as(xmlType), await as(jsonType)];
    expect(xml).toMatchObject({ status: 201, headers: { 'content-type': xmlType } });
    expect(json).toMatchObject({ status: 201, headers: { 'content-type': jsonType, 'idempotent-replayed': 'true' } });
    expect(idOf(json)).toBe(idOf(xml));
  });

  const other: [what: string, path: string, more: Partial<RawCall>][] = [
    ['query', create('Other'), {}],
    ['path', '/mailings/1?name=First&subject=x', {}],
    ['method', '/ping', { method: 'PUT' }],
    ['body', '/ping', { body: 'other' }],
    ['media type', '/ping', { body: 'text', headers: { 'content-type': 'text/html' } }],
  ];
  test.each(other)('another %s under the key is 422', async (_, path, more) => {
    const key = randomUUID();
    const first = path === '/ping' ? await send(key, path, { body: 'text' }) : await send(key, create(key.slice(0, 8)));
    expect(first.status).toBeLessThan(300);
    const answer = await send(key, path.replace('/mailings/1', '/ping'), more);
    expect(answer.status, answer.body).toBe(422);
    expect(messageOf(answer)).toBe(
      `Idempotency-Key "${key}" was already used for a different request; use a new key for each change.`,
    );
  });

  test.each([
    ['empty', '', '"Idempotency-Key" must not be empty'],
    ['256 characters', 'x'.repeat(256), 'Idempotency-Key must have at most 255 characters'],
    ['a space', 'a b', 'Idempotency-Key'],
  ])('a key that is %s is 400', async (_, key, message) => {
    const answer = await send(key, create('Never'));
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toContain(message);
    expect(await mailingsCalled('Never')).toBe(0);
  });

  test('the longest key is taken', async () => {
    expect((await send('x'.repeat(255), '/ping')).status).toBe(200);
  });

  test('an error is not kept: the same request may try again', async () => {
    const key = randomUUID();
    const groupId = idOf(await createGroup(randomUUID(), 'Taken'));
    expect((await createGroup(key, 'Taken')).status).toBe(409);
    await send(randomUUID(), `/targetgroups/targetgroup/${groupId}`, { method: 'DELETE' });
    const answer = await createGroup(key, 'Taken');
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });

  test('a refusal with a report is not kept either', async () => {
    const key = randomUUID();
    const body = '<contacts><contact><email>nobody</email></contact></contacts>';
    const synchronize = () => send(key, '/contacts', { body, headers: { 'content-type': xmlType } });
    for (const answer of [await synchronize(), await synchronize()]) {
      expect(answer.status).toBe(400);
      expect(answer.headers['idempotent-replayed']).toBeUndefined();
    }
  });

  test('another API key has keys of its own', async () => {
    const apiKey = generateKey();
    const about = { label: 'other', rights: ['post' as const], creator: 'test', expires_at: null };
    await insertKey(service.db, service.accountId, apiKey, about);
    const key = randomUUID();
    expect((await send(key, create('Of%20one%20key'))).status).toBe(201);
    const answer = await send(key, create('Of%20the%20other%20key'), {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });

  test('fifty at once have one effect', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(key, create('Fifty'))));
    const successes = answers.filter(({ status }) => status === 201);
    expect(new Set(successes.map(({ body }) => body)).size).toBe(1);
    expect(successes.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(messageOf(answer)).toBe(`A request with Idempotency-Key "${key}" is still running; retry later.`);
      expect(answer).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
    }
    expect(await mailingsCalled('Fifty')).toBe(1);
    expect(await send(key, create('Fifty'))).toMatchObject({ status: 201, body: successes[0]!.body });
  });

  test('reads have no keys', async () => {
    const read = () => send('k-of-a-read', '/ping', { method: 'GET' });
    await read();
    expect((await read()).headers['idempotent-replayed']).toBeUndefined();
  });

  test('the client sees what a lost answer was', async () => {
    const input = { name: 'By the client', subject: 'x' };
    const options = { idempotencyKey: randomUUID() };
    const first = await service.client.mailings.create(input, options).orThrow();
    expect(await service.client.mailings.create(input, options).orThrow()).toBe(first);
  });

  test('nothing of the key itself is stored', async () => {
    const key = 'ada@personal.example.org';
    await send(key, create('Personal'));
    const { rows } = await sql<{ line: string }>`select row_to_json(k)::text as line from idempotency_key k`.execute(
      service.db,
    );
    expect(rows.filter(({ line }) => line.includes('personal'))).toEqual([]);
  });
});
