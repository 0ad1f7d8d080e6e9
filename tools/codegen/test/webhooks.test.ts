import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDispatcher, toFetchHandler } from '@mailwright/server-runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../src/generate.ts';
import { compile } from './support/compilers.ts';
import { describeApi } from './support/describe.ts';

/** Handlers of what a service calls. */

const FOLDER = path.join(import.meta.dirname, 'generated/webhooks');
const body = (type: string) =>
  `requestBody: { required: true, content: { ${type}: { schema: { $ref: '#/components/schemas/Parcel' } } } }, responses: { 204: { description: d } }`;

const description = describeApi(`
security: [{ key: [] }]
paths:
  /parcels:
    post:
      operationId: sendParcel
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses: { 201: { description: d } }
      callbacks:
        arrived: { '{$request.body#/url}': { post: { operationId: parcelArrived, ${body('application/json')} } } }
webhooks:
  parcel lost: { post: { operationId: parcelLost, ${body('application/json')} } }
  found: { put: { ${body('application/xml')} } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Parcel: { type: object, required: [number, code], properties: { number: { type: integer, readOnly: true }, code: { type: string, writeOnly: true } } }`);

const notes: string[] = [];
beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  const input = path.join(FOLDER, 'api.json');
  await writeFile(input, JSON.stringify(description));
  await generate({
    input,
    output: path.join(FOLDER, 'own'),
    parts: ['client'],
    onNote: ({ pointer }) => notes.push(pointer),
  });
  await generate({ input, output: FOLDER, parts: ['webhooks'] });
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

test('what has no handler is told', () => {
  expect(notes).toEqual(['#/webhooks/parcel lost', '#/webhooks/found', '#/paths/~1parcels/post/callbacks/arrived']);
});

test.each<[request: string, type: string, body: string, status: number, received: unknown]>([
  ['POST /parcel%20lost', 'application/json', '{"number":7}', 204, ['parcelLost', { number: 7 }]],
  ['POST /parcel%20lost', 'application/json', '{"code":"x"}', 400, undefined],
  ['PUT /found', 'application/xml', '<Parcel><number>8</number></Parcel>', 204, ['putFound', { number: 8 }]],
  ['POST /sendParcel/arrived', 'application/json', '{"number":9}', 204, ['parcelArrived', { number: 9 }]],
  ['POST /parcels', 'application/json', '{"number":9}', 404, undefined],
])('%s %s %s: %i', async (request, type, text, status, received) => {
  const { implement } = await import(
    /* @vite-ignore */ pathToFileURL(path.join(FOLDER, 'webhooks/server/index.ts')).href
  );
  let got: unknown;
  const handlers = ['parcelLost', 'putFound', 'parcelArrived'].map((name) => [
    name,
    (input: { body: unknown }) => {
      got = [name, input.body];
    },
  ]);
  const dispatch = createDispatcher(implement(Object.fromEntries(handlers)), {
    authenticate: () => ({ scopes: new Set<string>() }),
    intercept: (_call, next) => next(undefined),
    requireHttps: false,
  });
  const [method, target] = request.split(' ');
  const response = await toFetchHandler(dispatch)(
    new Request(`http://me.test${target}`, { method: method!, body: text, headers: { 'content-type': type } }),
  );
  expect([response.status, got]).toEqual([status, received]);
});

test('handlers have the types of what the service sends', async () => {
  const use = `import type { Handlers } from './webhooks/server/index.ts';
export const handlers: Handlers<undefined> = {
  parcelLost: ({ body }) => void body.number.toFixed(),
  putFound: ({ body }) => void body.number.toFixed(),
  // @ts-expect-error the service does not send it
  parcelArrived: ({ body }) => void body.code,
};
`;
  await writeFile(path.join(FOLDER, 'use.ts'), use);
  expect(await compile('ts7', FOLDER)).toBe('');
});
