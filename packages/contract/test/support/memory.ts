import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBreach, type Record, type Untried } from '../../src/calls/record.ts';
import { loadContract } from '../../src/contract/contract.ts';
import { NO_CORPUS } from '../../src/contract/corpus.ts';
import type { HeaderLines, ReceivedResponse, SentRequest } from '../../src/exchange/exchange.ts';
import type { Left } from '../../src/ownership/left.ts';
import { NO_PRECONDITIONS } from '../../src/preconditions/preconditions.ts';
import { buildReport } from '../../src/report/build.ts';
import type { VerifyOptions } from '../../src/run/options.ts';
import { verify } from '../../src/run/verify.ts';

/** Things of a service, by path: `/books/3`. */
export type Store = Map<string, { [member: string]: unknown }>;

export type Respond = (status: number, value?: unknown, headers?: HeaderLines) => ReceivedResponse;

export const respond: Respond = (status, value, headers = []) => ({
  status,
  headers: value === undefined ? headers : [['Content-Type', 'application/json'], ...headers],
  body: Buffer.from(value === undefined ? '' : JSON.stringify(value)),
});

/** What a collection does with a body: undefined to store it, or the response that refuses it. */
export type Check = (body: { [member: string]: unknown }, store: Store) => ReceivedResponse | undefined;

const METHODS = { collection: ['GET', 'POST'], thing: ['GET', 'PUT', 'DELETE'] };

/** A service that keeps things of these collections in memory, and is right as far as the checks are. */
export function createService(collections: { [name: string]: Check }, newId: (count: number) => unknown = (n) => n) {
  const store: Store = new Map();
  let count = 0;
  const answer = ({ method, url, body }: SentRequest): ReceivedResponse => {
    const { pathname } = new URL(url);
    const [, name = '', id, more] = pathname.split('/');
    const check = collections[name];
    if (!check || more !== undefined) return respond(404);
    const methods = METHODS[id === undefined ? 'collection' : 'thing'];
    if (!methods.includes(method)) return respond(405, undefined, [['Allow', methods.join(', ')]]);
    if (id === undefined && method === 'GET')
      return respond(
        200,
        [...store].filter(([path]) => path.startsWith(`/${name}/`)).map(([, thing]) => thing),
      );
    if (id !== undefined && !store.has(pathname)) return respond(404);
    if (method === 'GET') return respond(200, store.get(pathname));
    if (method === 'DELETE') return respond(store.delete(pathname) ? 204 : 404);
    let sent: unknown;
    try {
      sent = JSON.parse(Buffer.from(body).toString());
    } catch {
      return respond(400);
    }
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return respond(400);
    const refused = check(sent as { [member: string]: unknown }, store);
    if (refused) return refused;
    const thing = { ...sent, id: id === undefined ? newId(++count) : store.get(pathname)!.id };
    store.set(`/${name}/${thing.id}`, thing);
    return respond(id === undefined ? 201 : 200, thing);
  };
  return { store, answer };
}

/** Verifies a service in this process, and tells what came of it. */
export async function verifyService(
  description: object,
  answer: (request: SentRequest) => ReceivedResponse,
  more: Partial<VerifyOptions> = {},
) {
  const room = mkdtempSync(join(tmpdir(), 'memory-'));
  writeFileSync(join(room, 'openapi.json'), JSON.stringify(description));
  const contract = await loadContract(join(room, 'openapi.json')).finally(() => rmSync(room, { recursive: true }));
  const records: Record[] = [];
  const untried: Untried[] = [];
  const left: Left[] = [];
  await verify({
    contract,
    preconditions: NO_PRECONDITIONS,
    corpus: NO_CORPUS,
    target: { baseUrl: 'http://things.test', credentials: [], query: [], limited: [] },
    sender: { send: async (request) => ({ request, response: answer(request) }) },
    concurrency: 1,
    seed: 'things',
    onRecord: (record) => records.push(record),
    onUntried: (each) => untried.push(each),
    onLeft: (each) => left.push(...each),
    ...more,
  });
  const run = { target: '', startedAt: new Date(0), milliseconds: 0, records, untried, left };
  const messages = (level: 'error' | 'warning') =>
    records.flatMap(({ findings }) => findings.filter((each) => each.level === level).map(({ message }) => message));
  return {
    report: buildReport(contract, run),
    records,
    untried,
    left,
    breaches: records.flatMap(({ findings }) => findings.filter(isBreach).map(({ message }) => message)),
    warnings: messages('warning'),
  };
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The paths of a collection: things are made, listed, read, changed and deleted. */
export function describeCollection(name: string, body: { properties: object }, id: object, more: object = {}) {
  const thing = { ...body, properties: { id, ...body.properties } };
  const one = { description: 'It.', ...json(thing) };
  const requestBody = { required: true, ...json(body) };
  const none = { description: 'None.' };
  return {
    [`/${name}`]: {
      get: {
        operationId: `${name}List`,
        responses: { 200: { description: 'All.', ...json({ type: 'array', items: thing }) }, ...more },
      },
      post: {
        operationId: `${name}Create`,
        requestBody,
        responses: { 201: one, 400: none, 404: none, 409: none, ...more },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      get: { operationId: `${name}Read`, responses: { 200: one, 404: none, ...more } },
      put: {
        operationId: `${name}Change`,
        requestBody,
        responses: { 200: one, 400: none, 404: none, 409: none, ...more },
      },
      delete: { operationId: `${name}Remove`, responses: { 204: none, 404: none, ...more } },
    },
  };
}

export const describeService = (paths: object) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths,
});
