import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../src/generate.ts';
import { compile } from './support/compilers.ts';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

/** A schema that has one form for requests and one for responses, at both ends. */

const json = (name: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const post = (id: string, name: string) => `
  /${id}:
    post:
      operationId: ${id}
      requestBody: { required: true, ${json(name)} }
      responses: { 201: { description: d, ${json(name)} } }`;

const description = describeApi(`
paths:${post('addMember', 'Member')}${post('addCrew', 'Crew')}${post('addCaptain', 'Captain')}${post('addAnyone', 'Anyone')}${post('addPort', 'Port')}
  /board:
    post:
      operationId: board
      requestBody: { required: true, ${json('Ticket')} }
      responses: { 201: { description: d, ${json('Receipt')} } }
  /xml:
    post:
      operationId: addXml
      requestBody: { required: true, content: { application/xml: { schema: { $ref: '#/components/schemas/Member' } } } }
      responses: { 201: { description: d, content: { application/xml: { schema: { $ref: '#/components/schemas/Member' } } } } }
  /form:
    post:
      operationId: addForm
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Member' } } } }
      responses: { 201: { description: d, ${json('Member')} } }
  /lines:
    post:
      operationId: addLines
      requestBody: { required: true, content: { application/jsonl: { schema: { $ref: '#/components/schemas/Member' } } } }
      responses: { 200: { description: d, content: { application/jsonl: { schema: { $ref: '#/components/schemas/Member' } } } } }
  /shared:
    put:
      operationId: putShared
      requestBody: { $ref: '#/components/requestBodies/Members' }
      responses: { 200: { $ref: '#/components/responses/Members' } }
components:
  requestBodies: { Members: { required: true, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Member' } } } } } }
  responses: { Members: { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Member' } } } } } }
  schemas:
    Number: { type: integer, minimum: 1, readOnly: true }
    Member:
      type: object
      required: [number, pin, name]
      properties:
        number: { $ref: '#/components/schemas/Number' }
        pin: { type: string, minLength: 4, writeOnly: true }
        name: { type: string }
    Crew:
      type: object
      required: [members]
      additionalProperties: false
      properties:
        members: { type: array, items: { $ref: '#/components/schemas/Member' } }
        since: { type: string, readOnly: true }
    Captain: { allOf: [{ $ref: '#/components/schemas/Member' }, { type: object, required: [number, pin, ship], properties: { ship: { type: string } } }] }
    Anyone:
      oneOf: [{ $ref: '#/components/schemas/Sailor' }, { $ref: '#/components/schemas/Guest' }]
      discriminator: { propertyName: is }
    Sailor: { type: object, required: [is, number], properties: { is: { type: string }, number: { $ref: '#/components/schemas/Number' } } }
    Guest: { type: object, required: [is], properties: { is: { type: string } } }
    Port: { type: object, required: [name], properties: { name: { type: string } } }
    Ticket: { type: object, required: [code], properties: { code: { type: string, writeOnly: true }, seat: { type: integer, readOnly: true } } }
    Receipt: { type: object, required: [seat], properties: { code: { type: string, writeOnly: true }, seat: { type: integer, readOnly: true } } }
`);

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf('directions', description);
});
afterAll(() => pair?.remove());

const send = (operation: string, body: unknown) =>
  pair.ask(`POST /${operation}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

const member = { number: 1, name: 'Ada' };
const anew = { pin: '1234', name: 'Ada' };

test.each<[operation: string, body: unknown, answer: unknown, status: number, told: string]>([
  ['addMember', anew, member, 201, ''],
  ['addMember', { ...anew, number: 7 }, member, 201, ''],
  ['addMember', { name: 'Ada' }, member, 400, 'pin'],
  ['addMember', { ...anew, number: 0 }, member, 400, 'number'],
  ['addMember', anew, { name: 'Ada' }, 500, ''],
  ['addCrew', { members: [anew] }, { members: [member], since: 'now' }, 201, ''],
  ['addCrew', { members: [anew], since: 'then' }, { members: [] }, 201, ''],
  ['addCrew', { members: [{ name: 'Ada' }] }, { members: [] }, 400, 'pin'],
  ['addCrew', { members: [] }, { members: [anew] }, 500, ''],
  ['addCaptain', { ...anew, ship: 's' }, { ...member, ship: 's' }, 201, ''],
  ['addCaptain', { name: 'Ada', ship: 's' }, { ...member, ship: 's' }, 400, 'pin'],
  ['addCaptain', { ...anew, ship: 's' }, { name: 'Ada', ship: 's' }, 500, ''],
  ['addAnyone', { is: 'Sailor' }, { is: 'Sailor', number: 1 }, 201, ''],
  ['addAnyone', { is: 'Sailor' }, { is: 'Sailor' }, 500, ''],
  ['addAnyone', { is: 'SailorRequest' }, { is: 'Guest' }, 400, 'Sailor, Guest'],
  ['board', { code: 'c' }, { seat: 1 }, 201, ''],
  ['board', {}, { seat: 1 }, 400, 'code'],
  ['board', { code: 'c' }, {}, 500, ''],
])('%s %j, answered %j: %i', async (operation, body, answer, status, told) => {
  pair.answer = answer;
  const response = await send(operation, body);
  expect([response.status, response.text.includes(told)]).toEqual([status, true]);
});

test('elements have the name of the component, whichever way they go', async () => {
  pair.answer = member;
  const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
  const right = '<Member><pin>1234</pin><name>Ada</name></Member>';
  const { status, text } = await pair.ask('POST /xml', { body: right, headers });
  expect([status, text]).toEqual([
    201,
    expect.stringMatching(/<Member><number>1<\/number><name>Ada<\/name><\/Member>$/),
  ]);
  expect(await pair.ask('POST /xml', { body: '<Member><name>Ada</name></Member>', headers })).toMatchObject({
    status: 400,
  });
  expect(await pair.client.addXml!({ body: anew })).toMatchObject({ status: 201, data: member });
});

test('forms and streams have the form of their direction', async () => {
  pair.answer = member;
  expect(await pair.client.addForm!({ body: anew })).toMatchObject({ status: 201, data: member });
  expect(pair.received()).toMatchObject({ body: anew });
  expect(await pair.client.addForm!({ body: { name: 'Ada' } })).toMatchObject({ status: 400 });
  pair.answer = [member];
  const { data } = await pair.client.addLines!({ body: [anew] });
  const items: unknown[] = [];
  for await (const item of data) items.push(item);
  expect(items).toEqual([member]);
});

const USE = `import { createClient } from './client/index.ts';
import type { Handlers } from './server/index.ts';
import type * as types from './types/index.ts';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Sent = { pin: string; name: string };
type Answered = { readonly number: number; name: string };
export const same: [
  Same<types.MemberRequest, Sent>,
  Same<types.Member, Answered>,
  Same<types.CrewRequest, { members: types.MemberRequest[] }>,
  Same<types.Crew, { members: types.Member[]; readonly since?: string }>,
  Same<types.CaptainRequest['pin' | 'ship'], string>,
  Same<keyof types.Captain, 'number' | 'name' | 'ship'>,
  Same<types.AnyoneRequest['is'], 'Sailor' | 'Guest'>,
  Same<types.Ticket, { code: string }>,
  Same<types.Receipt, { readonly seat: number }>,
] = [true, true, true, true, true, true, true, true, true];
const client = createClient({ baseUrl: 'https://a.test' });
export async function use() {
  const { default: calls } = client;
  const added = await calls.addMember({ body: { name: 'Ada', pin: '1234' } });
  // @ts-expect-error the service numbers members
  await calls.addMember({ body: { name: 'Ada', pin: '1234', number: 1 } });
  // @ts-expect-error a pin is sent
  await calls.addMember({ body: { name: 'Ada' } });
  await calls.addForm({ body: { name: 'Ada', pin: '1234' } });
  await calls.addLines({ body: [{ name: 'Ada', pin: '1234' }] });
  await calls.putShared({ body: [{ name: 'Ada', pin: '1234' }] });
  // @ts-expect-error a pin is not answered
  if (added.ok && added.data.pin) return 0;
  return added.ok ? added.data.number : 0;
}
export const handlers: Partial<Handlers<undefined>> = {
  addMember: ({ body }) => ({ number: body.pin.length, name: body.name }),
  addCrew: ({ body }) => ({ members: body.members.map(({ name }, index) => ({ number: index + 1, name })) }),
  putShared: ({ body }) => body.map(({ name }, index) => ({ number: index + 1, name })),
  // @ts-expect-error no number
  addCaptain: ({ body }) => ({ name: body.name, ship: body.ship }),
};
`;

test('every part has the form of the direction, and what is the same for both is one', async () => {
  const folder = path.join(pair.folder, 'all');
  await generate({
    input: `${pair.folder}.json`,
    output: folder,
    parts: ['client', 'codecs', 'msw', 'zod', 'cli', 'types', 'server'],
  });
  await writeFile(path.join(folder, 'use.ts'), USE);
  expect(await compile('ts7', folder)).toBe('');
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(path.join(folder, file)).href);
  const [zod, examples, schemas, { schemas: told }] = await Promise.all(
    ['zod/index.ts', 'examples/index.ts', 'schemas/index.ts', 'tools/schemas.ts'].map(load),
  );
  const forms = Object.keys(zod).filter((name) => name.endsWith('Request'));
  expect(forms.sort()).toEqual([
    'zAnyoneRequest',
    'zCaptainRequest',
    'zCrewRequest',
    'zMemberRequest',
    'zMembersRequest',
    'zSailorRequest',
  ]);
  for (const seed of [1, 2, 3]) {
    expect(examples.exampleMemberRequest(seed)).toEqual({ pin: expect.any(String), name: expect.any(String) });
    expect(examples.exampleMember(seed)).toEqual({ number: expect.any(Number), name: expect.any(String) });
  }
  expect(zod.zMemberRequest.safeParse(anew).success && zod.zMember.safeParse(member).success).toBe(true);
  expect(zod.zMemberRequest.safeParse(member).success || zod.zMember.safeParse(anew).success).toBe(false);
  expect(schemas.MemberRequestSchema['~standard'].validate(anew).issues).toBeUndefined();
  expect(schemas.MemberSchema['~standard'].validate(anew).issues).toHaveLength(1);
  expect(Object.keys(told.MemberRequest.properties)).toEqual(['pin', 'name']);
});
