import { pathToFileURL } from 'node:url';
import { createDispatcher, type Dispatch, notFound, reply, toFetchHandler } from '@mailwright/server-runtime';
import { Values } from '../../../../tools/codegen/test/support/values.ts';
import { isBreach, type Record } from '../../src/calls/record.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { NO_CORPUS } from '../../src/contract/corpus.ts';
import type { HeaderLines, SentRequest } from '../../src/exchange/exchange.ts';
import { createInventor } from '../../src/ownership/invent.ts';
import { NO_PRECONDITIONS } from '../../src/preconditions/preconditions.ts';
import { verify } from '../../src/run/verify.ts';
import type { Target } from '../../src/test-cases/request.ts';

const KEY = 'a-key-of-the-verification';

/** A key for each scheme that the operations ask for, where the scheme wants it. */
function targetOf({ model }: Contract): Target {
  const schemes = [...model.securitySchemes.values()];
  const inHeaders = schemes.flatMap(({ type, in: place, name = '', scheme }): HeaderLines => {
    if (type === 'apiKey') return place === 'header' ? [[name, KEY]] : [];
    return [['Authorization', scheme === 'basic' ? `Basic ${btoa(`${KEY}:`)}` : `Bearer ${KEY}`]];
  });
  const inQuery = schemes
    .filter(({ in: place }) => place === 'query')
    .map(({ name = '' }): [string, string] => [name, KEY]);
  return {
    baseUrl: 'https://stub.test/base',
    plainUrl: 'http://stub.test/base',
    credentials: inHeaders,
    query: inQuery,
    limited: [],
  };
}

/** The stub in a folder, each handler answering a value of its first success. */
async function stubOf(folder: string, { model }: Contract): Promise<Dispatch> {
  const server = await import(/* @vite-ignore */ pathToFileURL(`${folder}/server/index.ts`).href);
  const values = new Values(model.document);
  const handlers = model.operations
    .filter(({ id }) => id in server.operations)
    .map((operation, index) => {
      const success = operation.responses.find(({ status }) => status !== 'default' && status < 400);
      const [content] =
        success?.contents ?? operation.responses.find(({ status }) => status === 'default')?.contents ?? [];
      const name = content?.schema ?? content?.textSchema;
      const value = name && values.of({ $ref: `#/components/schemas/${name.replaceAll('/', '~1')}` }, index);
      const text = content?.mediaType.endsWith('xml') ? '<any/>' : 'some text';
      const body = content?.kind === 'text' ? text : content?.kind === 'binary' ? new Uint8Array([1]) : value;
      // Of an operation without a success, nothing but an error can be answered.
      const answers = success !== undefined || operation.responses.some(({ status }) => status === 'default');
      const places = operation.parameters.filter(({ in: place }) => place === 'path');
      const handler = (input: { [name: string]: unknown }) => {
        if (!answers || places.some(({ name }) => isNowhere(String(input[name])))) throw notFound('No such thing.');
        return reply(Number(success?.status ?? 200), body);
      };
      return [operation.id, handler];
    });
  return createDispatcher(server.implementPartial(Object.fromEntries(handlers)), {
    authenticate: ({ credentials, scopes }) => {
      const known = Object.values(credentials).some((each) => each === KEY);
      return known ? { scopes: new Set(scopes) } : undefined;
    },
    intercept: (_call, next) => next(undefined),
    validateResponses: false,
  });
}

const seed = 'stub';
const inventor = createInventor(seed);
for (let number = 0; number < 100_000; number++) inventor.invent();

/** Reports whether `verify` invented the id of an object that does not exist. */
const isNowhere = (id: string) => id.startsWith('no-such-') || (/^\d/.test(id) && inventor.isInvented(id));

/** Returns the breaches that `verify` finds in the stub of a folder. */
export async function verifyStub(folder: string, contract: Contract): Promise<{ breaches: string[]; tried: number }> {
  const handle = toFetchHandler(await stubOf(folder, contract), { basePath: '/base' });
  const records: Record[] = [];
  await verify({
    contract,
    seed,
    preconditions: NO_PRECONDITIONS,
    corpus: NO_CORPUS,
    target: targetOf(contract),
    sender: { send: async (request) => ({ request, response: await received(await handle(asRequest(request))) }) },
    concurrency: 4,
    onRecord: (record) => records.push(record),
    onUntried: () => {},
  });
  // The stub keeps nothing, so that what was written is never read.
  const kept = records.filter(({ about }) => !/^(what |after create)/.test(about));
  const breaches = kept.flatMap(({ operation, about, findings, response = '' }) =>
    findings.filter(isBreach).map(({ message }) => `${operation} ${about}: ${message} ${response.slice(-200)}`),
  );
  return { breaches, tried: records.length };
}

function asRequest({ method, url, headers, body }: SentRequest): Request {
  const bodiless = method === 'GET' || method === 'HEAD' || body.length === 0;
  return new Request(url, { method, headers: headers as [string, string][], ...(bodiless ? {} : { body }) });
}

async function received(response: Response) {
  return {
    status: response.status,
    headers: [...response.headers] as HeaderLines,
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
