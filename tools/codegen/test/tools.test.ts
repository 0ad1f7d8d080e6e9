import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDispatcher, nodeListener } from '@mailwright/server-runtime';
import { createCaller, isReading, type ToolApi } from '@mailwright/tool-runtime';
import { createToolHandler, createToolServer } from '@mailwright/tool-runtime/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../src/generate.ts';
import { COMPILERS, compile } from './support/compilers.ts';

const FOLDER = path.join(import.meta.dirname, '../generated/tools');
const require = createRequire(import.meta.url);

interface Pet {
  id?: number;
  name: string;
  status?: string;
  photoUrls: string[];
}

const servers: Server[] = [];
const pets = new Map<number, Pet>();
const uploads: string[] = [];
const urls: Record<string, string> = {};

/** Serves the stub of a description with these handlers; other operations answer 501. */
async function serve(folder: string, handlers: object): Promise<string> {
  const { implementPartial } = await import(pathToFileURL(path.join(folder, 'server/index.ts')).href);
  const dispatch = createDispatcher(implementPartial(handlers), {
    authenticate: ({ credentials, scopes }) =>
      JSON.stringify(credentials).includes('secret') ? { scopes: new Set(scopes) } : undefined,
    intercept: (_call, next) => next(undefined),
    requireHttps: false,
  });
  const server = createServer(nodeListener(dispatch));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const make = async (name: string, file: string, handlers: object) => {
    const output = path.join(FOLDER, name);
    await mkdir(output, { recursive: true });
    const input = require.resolve(`@readme/oas-examples/3.0/json/${file}.json`);
    await generate({ input, output, parts: ['cli', 'mcp', 'server'] });
    urls[name] = await serve(output, handlers);
  };
  await make('petstore', 'petstore', {
    addPet: ({ body }: { body: Pet }) => void pets.set(body.id!, body),
    getPetById: ({ petId }: { petId: number }) => pets.get(petId),
    findPetsByStatus: ({ status }: { status: string[] }) =>
      [...pets.values()].filter((pet) => status.includes(pet.status ?? '')),
    deletePet: ({ petId }: { petId: number }) => void pets.delete(petId),
    createUsersWithListInput: ({ body }: { body: { username: string }[] }) => {
      uploads.push(...body.map(({ username }) => username));
    },
  });
  await make('stapi', 'star-trek', { getAnimal: ({ uid }: { uid: string }) => ({ animal: { uid, name: 'Tribble' } }) });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(FOLDER, { recursive: true, force: true });
});

test.each(COMPILERS)('what is generated type-checks in the strictest way: %s', async (compiler) => {
  expect(await compile(compiler, path.join(FOLDER, 'petstore'))).toBe('');
});

describe('the command line', () => {
  const run = (name: string, args: string[], env: Record<string, string> = {}, input = '') =>
    new Promise<{ code: number; out: string; error: string }>((resolve) => {
      const variables = { ...process.env, SWAGGER_PETSTORE_URL: urls.petstore, STAPI_URL: urls.stapi, ...env };
      const done = (failure: { code?: unknown } | null, out: string, error: string) =>
        resolve({ code: Number(failure?.code ?? 0), out, error });
      const child = execFile(
        process.execPath,
        [path.join(FOLDER, name, 'tools/cli.ts'), ...args],
        { env: variables },
        done,
      );
      child.stdin!.end(input);
    });
  const petstore = (...args: string[]) => run('petstore', args, { SWAGGER_PETSTORE_PETSTORE_AUTH: 'secret' });

  test('lists the groups, and the operations of one', async () => {
    expect((await petstore()).out).toMatch(/^ {2}pet +8 operations$/m);
    const { out } = await petstore('pet');
    expect(out).toMatch(/^get-pet-by-id +Find pet by ID$/m);
    expect(JSON.parse((await petstore('store', '--json')).out)).toContainEqual({
      name: 'get-inventory',
      summary: 'Returns pet inventories by status',
      method: 'GET',
      path: '/store/inventory',
    });
  });

  test('an operation with --help shows its parameters and the options of the service', async () => {
    const { out } = await petstore('pet', 'find-pets-by-status', '--help');
    for (const text of ['--status <values...>', '--url <url>', 'SWAGGER_PETSTORE_API_KEY', '--petstore-auth <value>'])
      expect(out).toContain(text);
  });

  test('sends JSON as XML where that comes first, XML as it is, and shows what comes back', async () => {
    const ada = '{"id": 7, "name": "Ada", "photoUrls": ["a.png"], "status": "sold"}';
    expect(await petstore('pet', 'add-pet', '--body', ada)).toEqual({ code: 0, out: '', error: '' });
    const bo = '<Pet><id>8</id><name>Bo</name><photoUrl/><status>sold</status></Pet>';
    expect(await petstore('pet', 'add-pet', '--body', bo)).toMatchObject({ code: 0, error: '' });
    const found = await run('petstore', ['pet', 'get-pet-by-id', '8', '--json'], {
      SWAGGER_PETSTORE_API_KEY: 'secret',
    });
    expect(JSON.parse(found.out)).toMatchObject({ id: 8, name: 'Bo' });
    const sold = await petstore('pet', 'find-pets-by-status', '--status', 'sold', '--json');
    expect(JSON.parse(sold.out).map(({ name }: Pet) => name)).toEqual(['Ada', 'Bo']);
    await petstore('pet', 'delete-pet', '8');
    expect([...pets.keys()]).toEqual([7]);
  });

  test('reads bodies from standard input', async () => {
    const args = ['user', 'create-users-with-list-input', '--body', '-'];
    expect(await run('petstore', args, {}, '[{"username": "ada"}]')).toMatchObject({ code: 0, error: '' });
    expect(uploads).toEqual(['ada']);
  });

  test.each<[args: string[], env: Record<string, string>, error: RegExp]>([
    [['pets'], {}, /^swagger-petstore: There is no group "pets"\. Available: pet, store, user\.$/m],
    [['pet', 'get'], {}, /There is no operation of pet "get"\. Available: .*get-pet-by-id/],
    [['pet', 'get-pet-by-id'], {}, /missing required argument 'petId'/],
    [['pet', 'get-pet-by-id', '7'], {}, /^swagger-petstore: 401: /m],
    [['pet', 'add-pet', '--body', '{"name"'], {}, /not valid JSON|400|401/],
    [['pet', 'add-pet', '--body', 'nowhere.xml'], {}, /nowhere\.xml/],
    [['pet', 'find-pets-by-status', '--status', 'sold', '--colour', 'red'], {}, /unknown option '--colour'/],
    [['pet', 'get-pet-by-id', '7', '--header', 'wrong'], {}, /The header "wrong" must be like/],
    [['store', 'get-inventory'], { SWAGGER_PETSTORE_URL: 'http://127.0.0.1:1' }, /No connection to 127\.0\.0\.1:1/],
  ])('%j', async (args, env, error) => {
    const result = await run('petstore', args, env);
    expect(result.error).toMatch(error);
    expect(result).toMatchObject({ code: 1, out: '' });
  });
});

describe('the MCP server, to the SDK of the protocol', () => {
  const clients: Client[] = [];
  beforeAll(() => {
    pets.clear();
    pets.set(7, { id: 7, name: 'Ada', photoUrls: [] });
  });
  afterAll(() => Promise.all(clients.map((client) => client.close())));

  async function connect(name: string, ...args: string[]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    const main = path.join(FOLDER, name, 'tools/mcp.ts');
    const env = { ...process.env, SWAGGER_PETSTORE_API_KEY: 'secret', SWAGGER_PETSTORE_PETSTORE_AUTH: 'secret' };
    const command = { command: process.execPath, args: [main, '--url', urls[name]!, ...args], env };
    await client.connect(new StdioClientTransport(command as never));
    return client;
  }
  const textOf = ({ content }: { content: unknown }) => (content as { text: string }[])[0]!.text;

  test('has a tool for each operation of a small API, and reads only unless it may write', async () => {
    const client = await connect('petstore');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('getPetById');
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const answer = await client.callTool({ name: 'getPetById', arguments: { petId: 7 } });
    expect(JSON.parse(textOf(answer))).toMatchObject({ name: 'Ada' });
    const refused = await client.callTool({ name: 'deletePet', arguments: { petId: 7 } });
    expect(refused).toMatchObject({ isError: true });
    expect(pets.size).toBe(1);
  });

  test('writes what it is told, and says what is wrong', async () => {
    const client = await connect('petstore', '--write', '--group', 'pet');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      ['addPet', 'deletePet', 'findPetsByStatus', 'findPetsByTags', 'getPetById'].concat([
        'updatePet',
        'updatePetWithForm',
        'uploadFile',
      ]),
    );
    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    const body = { id: 9, name: 'Cy', photoUrls: [] };
    expect(await call('addPet', { body })).toEqual({ content: [{ type: 'text', text: 'Done.' }] });
    expect(pets.get(9)).toMatchObject({ name: 'Cy' });
    expect(textOf(await call('addPet', { pet: body }))).toBe('addPet has no argument "pet". Allowed: body.');
    expect(textOf(await call('addPet', {}))).toBe('addPet needs body.');
    expect(textOf(await call('addPet', { body: { name: 'Di' } }))).toBe('405: HTTP 405 Method Not Allowed');
    expect(textOf(await call('addPets', { body }))).toMatch(/There is no tool addPets\. Similar: addPet/);
  });

  test('deletes when the token of the first call comes back with the same arguments', async () => {
    const client = await connect('petstore', '--write');
    const call = async (given: Record<string, unknown>) =>
      textOf(await client.callTool({ name: 'deletePet', arguments: given }));
    pets.set(8, { id: 8, name: 'Bo', photoUrls: [] });
    const asked = await call({ petId: 8 });
    expect(asked).toMatch(/^Not done yet: .*"petId":8/);
    const confirmation = /"confirmation": "([^"]+)"/.exec(asked)![1];
    expect(await call({ petId: 7, confirmation })).toMatch(/^Nothing was done/);
    expect(await call({ petId: 8, confirmation: 'yes' })).toMatch(/^Nothing was done/);
    expect(pets.has(8)).toBe(true);
    expect(await call({ petId: 8, confirmation })).toBe('Done.');
    expect(pets.has(8)).toBe(false);
    const answer = await client.callTool({ name: 'getPetById', arguments: { petId: 7, confirmation } });
    expect(textOf(answer)).toBe('getPetById needs no confirmation.');
  });

  test('answers over HTTP where a program mounts it', async () => {
    const { api } = (await import(path.join(FOLDER, 'petstore/tools/api.ts'))) as { api: ToolApi };
    const auth = { api_key: 'secret', petstore_auth: 'secret' };
    const send = createCaller(await api.loadClient(), { baseUrl: urls.petstore!, auth });
    const handle = createToolHandler(() =>
      createToolServer(api, send, { operations: api.operations.filter(isReading) }),
    );
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    const fetch = (url: string | URL, init?: RequestInit) => handle(new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL('https://pets.example.com/mcp'), { fetch }));
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('addPet');
    const answer = await client.callTool({ name: 'getPetById', arguments: { petId: 7 } });
    expect(JSON.parse(textOf(answer))).toMatchObject({ name: 'Ada' });
  });

  test('offers a large API by search, within 10,000 tokens', async () => {
    const client = await connect('stapi', '--write');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_operations', 'describe_operation', 'read', 'change']);
    // A token of JSON has three characters or more.
    expect(JSON.stringify(tools).length).toBeLessThan(30_000);
    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    expect(textOf(await call('search_operations', { query: 'find a single animal' })).split('\n')[0]).toBe(
      'getAnimal: Retrival of a single animal (animal, GET)',
    );
    expect(textOf(await call('search_operations', { group: 'spacecraft' })).split('\n')).toHaveLength(3);
    expect(textOf(await call('search_operations', { group: 'boats' }))).toMatch(
      /no group boats\. Groups: animal \(3\)/,
    );
    expect(JSON.parse(textOf(await call('describe_operation', { operation: 'getAnimal' })))).toMatchObject({
      method: 'GET',
      arguments: { properties: { uid: { type: 'string' } }, required: ['uid'] },
    });
    const described = await call('describe_operation', { operation: 'getAnimals' });
    expect(textOf(described)).toMatch(/^There is no operation getAnimals\. Similar: getAnimal, /);
    const read = await call('read', { operation: 'getAnimal', arguments: { uid: 'ANMA1' } });
    expect(JSON.parse(textOf(read))).toEqual({ animal: { uid: 'ANMA1', name: 'Tribble' } });
    const wrong = await call('change', { operation: 'getAnimal', arguments: { uid: 'ANMA1' } });
    expect(textOf(wrong)).toBe('getAnimal is not one of those that change calls.');
  });
});
