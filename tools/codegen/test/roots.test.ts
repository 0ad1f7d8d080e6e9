import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { typeErrors } from './support/type-errors.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf(
    'roots',
    describeApi(`
paths:
  /pets:
    post:
      operationId: swap
      requestBody: { required: true, content: { application/xml: { schema: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] } } } }
      responses: { 200: { description: d, content: { application/xml: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /signs:
    post:
      operationId: sign
      requestBody: { required: true, content: { application/xml: { schema: { oneOf: [{ $ref: '#/components/schemas/Stop' }, { $ref: '#/components/schemas/Yield' }] } } } }
      responses: { 200: { description: d, content: { application/xml: { schema: { oneOf: [{ $ref: '#/components/schemas/Stop' }, { $ref: '#/components/schemas/Yield' }] } } } } }
components:
  schemas:
    Stop: { type: object, xml: { name: stop }, properties: { at: { type: string } } }
    Yield: { type: object, xml: { name: yield }, properties: { to: { type: string } } }
    Pet: { anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }
    Cat: { type: object, required: [lives], xml: { name: cat }, properties: { lives: { type: integer } } }
    Dog: { type: object, required: [loud], xml: { name: dog }, properties: { loud: { type: boolean } } }`),
  );
});
afterAll(() => pair?.remove());

test('documents of several kinds are told apart by their root elements, at both ends', async () => {
  pair.answer = { loud: true };
  expect(await pair.client.swap!({ body: { lives: 9 } })).toMatchObject({ data: { loud: true } });
  expect(await pair.last().text()).toContain('<cat><lives>9</lives></cat>');
  expect(pair.received()).toMatchObject({ body: { lives: 9 } });
  const headers = { 'Content-Type': 'application/xml' };
  expect(await pair.ask('POST /pets', { headers, body: '<dog><loud>false</loud></dog>' })).toMatchObject({
    status: 200,
    text: expect.stringContaining('<dog><loud>true</loud></dog>'),
    received: { body: { loud: false } },
  });
  expect(await pair.ask('POST /pets', { headers, body: '<cow/>' })).toMatchObject({ status: 400 });
});

test('the root element tells alternatives of which a value may fit several', async () => {
  pair.answer = { to: 'b' };
  expect(await pair.client.sign!({ body: { at: 'a' } })).toMatchObject({ data: { to: 'b' } });
  expect(await pair.last().text()).toContain('<stop><at>a</at></stop>');
  expect(pair.received()).toMatchObject({ body: { at: 'a' } });
});

test('the root element needs no name of the whole, and no note', () => expect(pair.notes).toEqual([]));

test('the generated code type-checks', async () => {
  const names = (await readdir(pair.folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(pair.folder, name), 'utf8')] as const)),
  );
  expect(typeErrors(texts, pair.folder)).toEqual([]);
});
