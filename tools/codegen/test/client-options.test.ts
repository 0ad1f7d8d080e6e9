import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { uploadProgress, validateAnswers } from '../../../packages/client-runtime/src/index.ts';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { generatedTypeErrors } from './support/type-errors.ts';

/** What callers can add to a client: schemas of answers, credentials by functions, and the progress of uploads. */

const pet = "content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }";
let pair: Pair;
beforeAll(async () => {
  const description = describeApi(`
security: [{ token: [] }]
paths:
  /pet:
    get: { operationId: getPet, responses: { 200: { description: d, ${pet} }, 404: { description: d, ${pet} } } }
  /pets:
    get: { operationId: listPets, responses: { 200: { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } } }
  /user:
    get: { operationId: getUser, responses: { 200: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } } }
  /file:
    put: { operationId: putFile, requestBody: { content: { application/octet-stream: {} } }, responses: { 204: { description: d } } }
    post: { operationId: sendForm, requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary } } } } } }, responses: { 204: { description: d } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Pet: { type: object, required: [id], properties: { id: { type: integer }, tags: { type: array, items: { type: string } } } }
    User: { type: object, required: [secret], properties: { secret: { type: string, writeOnly: true } } }`);
  pair = await pairOf('client-options', description, { parts: ['types', 'codecs', 'client', 'server', 'schemas'] });
});
afterAll(() => pair?.remove());

const answering = (body: unknown, status = 200) => ({
  baseUrl: 'http://a',
  retries: 0,
  fetch: async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
});

describe('answers are validated', () => {
  const schemas = async () =>
    (await import(/* @vite-ignore */ pathToFileURL(path.join(pair.folder, 'schemas/answers.ts')).href)).answerSchemas;

  test.each<[operation: string, body: unknown, message: RegExp | undefined]>([
    ['getPet', { id: 1, tags: ['a'], more: true }, undefined],
    ['getPet', { id: 'x' }, /data\.id must be/],
    ['getPet', { tags: [1, 2] }, /data.*id.*; data\.tags\.0 must be/],
    ['listPets', [{ id: 1 }, {}], /data\.1/],
    ['getUser', {}, undefined],
  ])('%s %j', async (operation, body, message) => {
    const options = { ...answering(body), middleware: [validateAnswers(await schemas())] };
    const { data, error, status } = await pair.createClient(options).default[operation]();
    if (!message) return expect([data, status]).toEqual([body, 200]);
    return expect(error).toMatchObject({ name: 'DecodeError', status: 200, message: expect.stringMatching(message) });
  });

  test('by schemas of others, and only successes', async () => {
    const middleware = [validateAnswers({ getPet: { 200: z.object({ id: z.int().max(5) }) } })];
    const ask = (body: unknown, status?: number) =>
      pair.createClient({ ...answering(body, status), middleware }).default.getPet();
    expect((await ask({ id: 5 })).ok).toBe(true);
    expect((await ask({ id: 6 })).error).toMatchObject({ message: expect.stringMatching(/data\.id Too big/) });
    expect((await ask({ id: 6 }, 404)).status).toBe(404);
  });

  test('not unless a caller wants it', async () => {
    expect((await pair.createClient(answering({ id: 'x' })).default.getPet()).ok).toBe(true);
  });

  test('with types', async () => {
    const use = `import { createClient, uploadProgress, validateAnswers } from './client/index.ts';
import { answerSchemas } from './schemas/answers.ts';
void createClient({ baseUrl: 'http://a', middleware: [validateAnswers(answerSchemas)], fetch: uploadProgress(() => {}) });
`;
    expect(await generatedTypeErrors(pair.folder, use)).toEqual([]);
  });
});

describe('credentials', () => {
  test.each([
    [new RangeError('token endpoint down'), 'RangeError', 'token endpoint down'],
    ['no network', 'CallError', 'no network'],
  ])('that cannot be had are the error of the call: %s', async (thrown, name, message) => {
    const token = async () => Promise.reject(thrown);
    const result = await pair.createClient({ ...answering({ id: 1 }), auth: { token } }).default.getPet();
    expect(result).toMatchObject({ status: 0, error: { name, message, operationId: 'getPet', cause: thrown } });
  });

  test('must not be empty', async () => {
    const { error } = await pair.createClient({ ...answering({ id: 1 }), auth: { token: '' } }).default.getPet();
    expect(error).toMatchObject({ name: 'InputError', message: expect.stringMatching(/credential "token" is empty/) });
  });
});

describe('an upload', () => {
  const progress = async (operation: string, body: unknown) => {
    const told: number[] = [];
    const fetch = uploadProgress(
      (sent) => told.push(sent),
      (request) => pair.serve(request),
    );
    const result = await pair
      .createClient({ baseUrl: 'http://stub.test/base', fetch, auth: { token: 't' } })
      .default[operation]({ body });
    return { result, told };
  };

  test('tells how far it is', async () => {
    const { result, told } = await progress('putFile', new Blob(['a'.repeat(300_000)]));
    expect(result.status).toBe(204);
    expect(told.at(-1)).toBe(300_000);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    const form = await progress('sendForm', { file: new Blob(['abc']) });
    expect([form.result.status, form.told.at(-1)! > 100]).toEqual([204, true]);
  });

  test('has nothing to tell without a body', async () => {
    expect((await progress('putFile', undefined)).told).toEqual([]);
  });
});
