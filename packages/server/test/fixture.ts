import { XmlError } from '@mailwright/xml-codec';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ErrorCodec } from '../src/generated/codecs/Error.ts';
import { documentError } from '../src/generated/server/errors.ts';
import { api as own } from '../src/generated/server/index.ts';
import {
  type Api,
  type Codec,
  type ContentTable,
  createDispatcher,
  type Handler,
  type Hooks,
  implementApi,
  type OperationTable,
  type ParameterTable,
  type Principal,
  type RawRequest,
  type RawResponse,
  type Validate,
} from '../src/runtime/index.ts';

/** A small interface with one operation for each rule, written by hand as the generator would write it. */
export const xmlType = 'application/vnd.service.api+xml';
export const jsonType = 'application/vnd.service.api+json';
export const key = 'a-key-of-tests-1234';

const ajv = new Ajv2020({ allErrors: true, strict: true });
const schema = (definition: object): Validate => ajv.compile(definition) as Validate;

const textOf = (xml: string | Uint8Array): string => Buffer.from(xml as Uint8Array).toString();

/** A text in one element; stands for the codecs that are tested in their own package. */
const textCodec = (root: string): Codec => ({
  decode(xml) {
    const match = new RegExp(`^<${root}>([^<]*)</${root}>$`).exec(textOf(xml));
    if (!match) throw new XmlError('root', `element ${root} expected`, { line: 1, column: 2 });
    return match[1];
  },
  encode: (value) => `<${root}>${value}</${root}>`,
});

const listCodec: Codec = {
  decode: (xml) => [...textOf(xml).matchAll(/<value>([^<]*)<\/value>/g)].map((match) => ({ value: match[1] })),
  encode: (value) => `<properties>${(value as { value: string }[]).map((each) => each.value).join()}</properties>`,
};

const name: ContentTable = {
  mediaType: xmlType,
  kind: 'xml',
  root: 'name',
  codec: textCodec('name'),
  validate: schema({ type: 'string', minLength: 3, maxLength: 64 }),
};
const properties: ContentTable = {
  mediaType: xmlType,
  kind: 'xml',
  root: 'properties',
  codec: listCodec,
  validate: schema({
    type: 'array',
    items: { type: 'object', required: ['value'], properties: { value: { type: 'string', maxLength: 255 } } },
  }),
};
const contactJson: ContentTable = {
  mediaType: jsonType,
  kind: 'json',
  validate: schema({ type: 'object', required: ['email'], properties: { email: { type: 'string' } } }),
};
const report: ContentTable = {
  mediaType: 'application/json',
  kind: 'json',
  validate: schema({ type: 'object', required: ['queued'], properties: { queued: { type: 'boolean' } } }),
};
const html: ContentTable = { mediaType: 'text/html', kind: 'text' };

const mailingid: ParameterTable = { name: 'mailingid', in: 'path', scalar: 'integer', required: true };
const paging: ParameterTable[] = [
  { name: 'page_size', in: 'query', scalar: 'integer', default: 100, aliases: ['pageSize'] },
  { name: 'page_index', in: 'query', scalar: 'integer', default: 1 },
];
const states = ['draft', 'failed', 'queued'];
const idSchema = { type: 'integer', minimum: 1 };

const errorCodec: Codec = {
  ...(ErrorCodec as Codec),
  encode: (value) => ErrorCodec.encode(value as never).replace('?>', '?>\n'),
};

type Short = Partial<OperationTable> & Pick<OperationTable, 'id' | 'method' | 'path'>;

const operation = (short: Short): OperationTable => ({
  group: 'mailings',
  right: short.method.toLowerCase(),
  parameters: short.path.includes('{mailingid}') ? [mailingid] : [],
  validateParameters: short.path.includes('{mailingid}')
    ? schema({ type: 'object', properties: { mailingid: idSchema } })
    : undefined,
  bodies: [],
  responses: [{ status: 200, contents: [] }],
  errors: [400, 401, 403, 404, 406, 409],
  ...short,
});

const tables: OperationTable[] = [
  operation({ id: 'ping', method: 'GET', path: '/ping' }),
  operation({ id: 'pingPost', method: 'POST', path: '/ping', bodies: [{ mediaType: '*/*', kind: 'text' }] }),
  operation({ id: 'open', method: 'GET', path: '/open', secured: false }),
  operation({
    id: 'getName',
    method: 'GET',
    path: '/mailings/{mailingid}/name',
    aliases: [{ method: 'POST', path: '/names/of/{mailingid}' }],
    responses: [{ status: 200, contents: [name] }],
  }),
  operation({
    id: 'setName',
    method: 'POST',
    path: '/mailings/{mailingid}/name',
    bodies: [name],
    bodyRequired: true,
    sealed: 'mailingid',
  }),
  operation({ id: 'setProperties', method: 'PUT', path: '/mailings/{mailingid}/properties', bodies: [properties] }),
  operation({
    id: 'getHtml',
    method: 'GET',
    path: '/mailings/{mailingid}/html',
    responses: [{ status: 200, contents: [html] }],
  }),
  operation({
    id: 'setHtml',
    method: 'POST',
    path: '/mailings/{mailingid}/html',
    bodies: [html],
    bodyRequired: true,
  }),
  operation({
    id: 'attach',
    method: 'POST',
    path: '/mailings/{mailingid}/attachments',
    bodies: [{ mediaType: '*/*', kind: 'binary' }],
    bodyRequired: true,
  }),
  operation({
    id: 'listByStates',
    method: 'GET',
    path: '/mailings/filter/states',
    paging: { size: 'page_size', index: 'page_index', total: 'X-Items', pages: 'X-Pages' },
    parameters: [
      { name: 'states', in: 'query', scalar: 'string', array: true },
      ...paging,
      { name: 'order', in: 'query', scalar: 'string', default: 'ASC', ignoreCase: ['ASC', 'DESC'] },
      { name: 'hours', in: 'query', scalar: 'integer', array: true, commas: true },
      { name: 'deep', in: 'query', scalar: 'boolean', aliases: ['deep_*_too'] },
      { name: 'rate', in: 'query', scalar: 'number' },
      { name: 'label', in: 'query', scalar: 'string' },
    ],
    validateParameters: schema({
      type: 'object',
      properties: {
        states: { type: 'array', maxItems: 20, items: { type: 'string', enum: states } },
        page_size: { type: 'integer', minimum: 1, maximum: 1000 },
        page_index: { type: 'integer', minimum: 1 },
        order: { type: 'string', enum: ['ASC', 'DESC'] },
        hours: { type: 'array', items: { type: 'integer', maximum: 23 } },
        deep: { type: 'boolean' },
        rate: { type: 'number' },
        label: { type: 'string', minLength: 2, maxLength: 255 },
      },
    }),
    responses: [{ status: 200, contents: [properties] }],
  }),
  operation({
    id: 'deleteProperty',
    method: 'DELETE',
    path: '/properties',
    parameters: [
      { name: 'name', in: 'query', scalar: 'string', required: true },
      { name: 'tag', in: 'header', scalar: 'string' },
      { name: 'Visit', in: 'header', scalar: 'integer', array: true },
    ],
    validateParameters: schema({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 255 },
        tag: { type: 'string' },
        Visit: { type: 'array', items: idSchema },
      },
    }),
  }),
  operation({
    id: 'createContact',
    method: 'POST',
    path: '/contacts',
    parameters: [{ name: 'Idempotency-Key', in: 'header', scalar: 'string' }],
    bodies: [name, contactJson],
    bodyRequired: true,
    responses: [
      { status: 201, contents: [name] },
      { status: 200, contents: [name] },
      { status: 422, contents: [report] },
    ],
  }),
  operation({
    id: 'postTransactions',
    method: 'POST',
    path: '/transactions',
    bodies: [report],
    bodyRequired: true,
    responses: [{ status: 200, contents: [report] }],
    errorTypes: { xml: xmlType, json: 'application/json' },
  }),
];

export const api: Api = {
  title: 'Fixture',
  headers: own.headers,
  operations: Object.fromEntries(tables.map((table) => [table.id, table])),
  maxBody: 10_000,
  securitySchemes: own.securitySchemes ?? {},
  security: own.security ?? [],
  errorTypes: { xml: xmlType, json: jsonType },
  errorDocument: { codec: errorCodec, document: documentError },
};

/** Handlers that answer what suits the description; `over` replaces some. */
export const handlers = (over: Record<string, Handler<string>> = {}): Record<string, Handler<string>> => ({
  ping: () => undefined,
  pingPost: () => undefined,
  open: () => undefined,
  getName: () => 'Spring',
  setName: () => undefined,
  setProperties: () => undefined,
  getHtml: () => '<p>Grün</p>',
  setHtml: () => undefined,
  attach: () => undefined,
  listByStates: () => ({ items: [{ value: 'a' }], total: 250 }),
  deleteProperty: () => undefined,
  createContact: () => 'Ada',
  postTransactions: () => ({ queued: true }),
  ...over,
});

export const hooks: Hooks<string> = {
  authenticate: (given): Principal | undefined =>
    given === key ? { rights: new Set(['get', 'post', 'put', 'delete', 'send', 'administer']) } : undefined,
  intercept: (_call, next) => next('context'),
  validateResponses: true,
};

export const basic = `Basic ${Buffer.from(key).toString('base64')}`;

export interface Sent {
  method?: string;
  path?: string;
  query?: string;
  headers?: RawRequest['headers'];
  body?: string | Uint8Array;
  secure?: boolean;
}

/** Sends one request through the pipeline, with a valid key unless `headers` has another. */
export async function send(
  { method = 'GET', path = '/ping', query = '', headers = {}, body, secure = true }: Sent,
  over: { handlers?: Record<string, Handler<string>>; hooks?: Partial<Hooks<string>> } = {},
): Promise<RawResponse> {
  const dispatch = createDispatcher(implementApi(api, handlers(over.handlers)), { ...hooks, ...over.hooks });
  return dispatch({
    method,
    path,
    query,
    headers: { authorization: basic, ...headers },
    body: typeof body === 'string' ? Buffer.from(body) : body,
    secure,
    url: `https://mail.test/1.0${path}`,
  });
}

/** What the handler of an operation was given for a request. */
export async function inputOf(id: string, sent: Sent): Promise<Record<string, unknown>> {
  let seen: Record<string, unknown> | undefined;
  const note = (input: Record<string, unknown>) => {
    seen = input;
    return { items: [], total: 0 };
  };
  const answer = await send(sent, { hooks: { validateResponses: false }, handlers: { [id]: note } });
  if (!seen) throw new Error(`${id} was not reached: ${answer.status} ${answer.body}`);
  return seen;
}

export const headerOf = (response: RawResponse, name: string): string | undefined =>
  response.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

/** The message of an error document, XML or JSON. */
export function messageOf(response: RawResponse): string {
  const text = String(response.body);
  if (headerOf(response, 'content-type')?.endsWith('json')) return JSON.parse(text).message;
  const message = /<error><message>(.*?)<\/message>/s.exec(text)?.[1];
  if (message === undefined) throw new Error(`no error document: ${text}`);
  return message.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
