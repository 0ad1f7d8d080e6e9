import { describe, expect, test } from 'vitest';
import { type Answer, memoryService } from '../../test/support/memory-service.ts';
import { answers, jsonType, nameJson, nameXml, operation, xmlType } from '../../test/support/operations.ts';
import * as runtime from './index.ts';
import {
  type AnyStatus,
  type ConnectOptions,
  call,
  decodeBytes,
  decodeText,
  type Ok,
  type Operation,
  pageOf,
} from './index.ts';

function answered(answer: Answer, traits: Partial<Operation> = {}, options: Partial<ConnectOptions> = {}) {
  const { connection } = memoryService([answer], { retries: 0, ...options });
  return call<Ok<number, unknown>, AnyStatus>(connection, operation(traits), {});
}
const body = (content: ConstructorParameters<typeof Response>[0], type?: string, init: ResponseInit = {}) =>
  new Response(content, { ...init, headers: { ...(type ? { 'content-type': type } : {}), ...init.headers } });

describe('success', () => {
  test.each<[string, Response, Partial<Operation>, unknown]>([
    ['XML', body('<name>A</name>', xmlType), {}, 'A'],
    ['with a charset', body('<name>A</name>', `${xmlType}; charset=utf-8`), {}, 'A'],
    ['in another case', body('<name>A</name>', xmlType.toUpperCase()), {}, 'A'],
    ['as plain application/xml', body('<name>A</name>', 'application/xml'), {}, 'A'],
    ['without a type', body(new TextEncoder().encode('<name>A</name>')), {}, 'A'],
    ['JSON', body('["A"]', jsonType), { responses: { 200: [nameXml, nameJson] } }, ['A']],
    ['text', body('<p>', 'text/html'), { responses: { 200: [{ type: 'text/html', decode: decodeText }] } }, '<p>'],
    ['empty text', body('', 'text/html'), { responses: { 200: [{ type: 'text/html', decode: decodeText }] } }, ''],
    [
      'bytes',
      body(new Uint8Array([0, 255]), 'image/png'),
      { responses: { 200: [{ type: '*/*', decode: decodeBytes }] } },
      new Uint8Array([0, 255]),
    ],
    [
      'bytes that the service has no type for, of a range',
      body('ab', 'application/octet-stream'),
      { responses: { 200: [{ type: 'text/*', decode: decodeText }] } },
      'ab',
    ],
    ['nothing', body(null), { responses: { 200: [] } }, undefined],
    ['nothing documented, something sent', body('hello', 'text/plain'), { responses: { 200: [] } }, undefined],
    ['204', body(null, undefined, { status: 204 }), { responses: { 204: [] } }, undefined],
    [
      '201 beside 200',
      body('<name>A</name>', xmlType, { status: 201 }),
      { responses: { 200: [], 201: [nameXml] } },
      'A',
    ],
    ['any other success', body('<name>A</name>', xmlType, { status: 202 }), { responses: { success: [nameXml] } }, 'A'],
  ])('%s', async (_, response, traits, data) => {
    expect(await answered(response, traits)).toMatchObject({
      ok: true,
      status: response.status,
      data,
      error: undefined,
    });
    expect(await answered(response, traits).orThrow()).toEqual(data);
  });

  test('carries headers and request id', async () => {
    const result = await answered(answers.name('A', { headers: { 'x-request-id': 'r-7', etag: '"1"' } }));
    expect(result).toMatchObject({ requestId: 'r-7', response: expect.any(Response) });
    expect(result.headers.get('etag')).toBe('"1"');
  });
});

describe('a success that cannot be read', () => {
  test.each<[string, Response, Partial<Operation>, object]>([
    [
      'broken XML',
      body('<nam', xmlType),
      {},
      { message: 'Answer to getName cannot be read: no <name>', line: 1, column: 3, path: '/name', rawBody: '<nam' },
    ],
    ['empty XML', body('', xmlType), {}, { message: 'Answer to getName cannot be read: no <name>' }],
    ['broken JSON', body('{', jsonType), { responses: { 200: [nameJson] } }, { line: undefined }],
    [
      'broken UTF-8',
      body(new Uint8Array([0xc3, 0x28]), 'text/plain'),
      { responses: { 200: [{ type: 'text/plain', decode: decodeText }] } },
      {},
    ],
    [
      'another type',
      body('<html>', 'text/html'),
      {},
      { message: `Answer to getName cannot be read: its type is text/html, not ${xmlType}` },
    ],
    [
      'a page without counts',
      answers.name(),
      { page: pageOf, paging: { total: 'X-Items', pages: 'X-Pages' } },
      { message: 'Answer to getName cannot be read: header X-Items is missing, not a count' },
    ],
    [
      'a page with a bad count',
      answers.name('', { headers: { 'x-items': '-1' } }),
      { page: pageOf, paging: { total: 'X-Items', pages: 'X-Pages' } },
      { message: 'Answer to getName cannot be read: header X-Items is "-1", not a count' },
    ],
  ])('%s', async (_, response, traits, wanted) => {
    const result = await answered(response, traits);
    expect(result).toMatchObject({ ok: false, status: 0, error: { name: 'DecodeError', status: 200, ...wanted } });
  });
});

describe('failure', () => {
  const classes: Record<string, unknown> = { ...runtime };

  test.each<[number, string, string, Partial<Operation>, Partial<ConnectOptions>]>([
    [400, 'No.', 'BadRequestError', {}, {}],
    [401, 'No.', 'UnauthorizedError', {}, {}],
    [403, 'The key lacks the right for GET.', 'RightMissingError', {}, {}],
    [403, 'Only HTTPS is accepted.', 'HttpsRequiredError', {}, {}],
    [403, 'No.', 'HttpsRequiredError', {}, { baseUrl: 'http://mail.test/1.0' }],
    [404, 'No.', 'NotFoundError', {}, {}],
    [405, 'No.', 'MethodNotAllowedError', {}, {}],
    [406, 'No.', 'NotAcceptableError', {}, {}],
    [409, 'Mailing with id 7 is sealed.', 'SealedError', { sealed: true }, {}],
    [409, 'Name "unsealed" exists.', 'ConflictError', { sealed: true }, {}],
    [409, 'Mailing with id 7 is sealed.', 'ConflictError', {}, {}],
    [412, 'No.', 'PreconditionFailedError', {}, {}],
    [413, 'No.', 'PayloadTooLargeError', {}, {}],
    [415, 'No.', 'UnsupportedMediaTypeError', {}, {}],
    [418, 'No.', 'StatusError', {}, {}],
    [422, 'No.', 'StatusError', {}, {}],
    [423, 'No.', 'LockedError', {}, {}],
    [429, 'No.', 'TooManyRequestsError', {}, {}],
    [500, 'No.', 'ServerError', {}, {}],
    [501, 'No.', 'NotImplementedError', {}, {}],
    [503, 'No.', 'ServerError', {}, {}],
    [599, 'No.', 'ServerError', {}, {}],
  ])('%i %s is a %s', async (status, message, name, traits, options) => {
    const responses = { 200: [nameXml], failure: operation().responses.failure };
    const given = answers.error(status, message, { 'x-request-id': 'r-1' });
    const wanted = {
      name,
      operationId: 'getName',
      status,
      message,
      requestId: 'r-1',
      document: { message },
      rawBody: `<error><message>${message}</message></error>`,
    };
    const result = await answered(given, { responses, ...traits }, options);
    expect(result).toMatchObject({ ok: false, status, data: undefined, requestId: 'r-1', error: wanted });
    expect(result.error).toBeInstanceOf(classes[name]);
    expect(result.error).toBeInstanceOf(runtime.StatusError);
    await expect(answered(given, { responses, ...traits }, options).orThrow()).rejects.toMatchObject(wanted);
  });

  test.each<[string, Response, string, object]>([
    ['JSON document', body('{"message":"Bad"}', jsonType, { status: 400 }), 'Bad', { message: 'Bad' }],
    [
      'problem details',
      body('{"title":"T","detail":"D"}', jsonType, { status: 400 }),
      'D',
      { title: 'T', detail: 'D' },
    ],
    ['nested message', body('{"error":{"message":"M"}}', jsonType, { status: 400 }), 'M', { error: { message: 'M' } }],
    [
      'page of a proxy',
      body('<h1>Bad</h1>', 'text/html', { status: 502, statusText: 'Bad Gateway' }),
      'HTTP 502 Bad Gateway',
      {},
    ],
    ['broken document', body('<err', xmlType, { status: 400 }), 'HTTP 400', {}],
    ['a text where XML is described', body(' No entry. ', 'text/plain', { status: 403 }), 'No entry.', {}],
    ['no body', body(null, undefined, { status: 404 }), 'HTTP 404', {}],
    ['redirect', body(null, undefined, { status: 302, headers: { location: 'https://else.test/' } }), 'HTTP 302', {}],
    ['success that is not documented', body('<name>A</name>', xmlType, { status: 202 }), 'HTTP 202', {}],
  ])('%s', async (_, response, message) => {
    const raw = await response.clone().text();
    expect(await answered(response)).toMatchObject({
      ok: false,
      status: response.status,
      error: { message, rawBody: raw },
    });
  });

  test.each<[string, Response, string, unknown]>([
    [
      'JSON',
      body('{"error":{"message":"No scope"}}', 'application/json', { status: 403 }),
      'No scope',
      { error: { message: 'No scope' } },
    ],
    [
      'problem details',
      body('{"title":"Gone"}', 'application/problem+json', { status: 410 }),
      'Gone',
      { title: 'Gone' },
    ],
    ['a JSON text', body('"Too late"', jsonType, { status: 409 }), 'Too late', 'Too late'],
    [
      'XML',
      body('<?xml version="1.0"?><e:error><message>a &lt; b &amp; c&#13;</message></e:error>', 'text/xml', {
        status: 400,
      }),
      'a < b & c\r',
      { message: 'a < b & c\r' },
    ],
    [
      'XML, of which the first text counts',
      body('<Error><Code>Busy</Code><Message>Wait</Message><Message>Go</Message></Error>', xmlType, { status: 503 }),
      'Wait',
      { Code: 'Busy', Message: 'Wait' },
    ],
    [
      'text',
      body('Come back later\n', 'text/plain; charset=utf-8', { status: 503 }),
      'Come back later',
      'Come back later\n',
    ],
    ['long text', body('x'.repeat(5000), 'text/plain', { status: 500 }), 'x'.repeat(1000), 'x'.repeat(5000)],
    ['a page', body('<h1>Bad</h1>', 'text/html', { status: 502 }), 'HTTP 502', undefined],
    ['a page as text', body('<h1>Bad</h1>', 'text/plain', { status: 502 }), 'HTTP 502', '<h1>Bad</h1>'],
    ['broken JSON', body('{', 'application/json', { status: 400 }), 'HTTP 400', undefined],
    ['nothing', body(null, 'application/json', { status: 400 }), 'HTTP 400', undefined],
  ])('an error that is not described: %s', async (_, response, message, document) => {
    const result = await answered(response, { responses: { 200: [nameXml], failure: [] } });
    expect(result).toMatchObject({ ok: false, error: { message, document } });
  });

  test('400 lists what was wrong where', async () => {
    const fault = { message: 'element "emial" not allowed here', line: 3, column: 14 };
    const document = JSON.stringify({ message: 'Bad', validation_error: [fault] });
    expect(await answered(body(document, jsonType, { status: 400 }))).toMatchObject({
      error: { validationErrors: [fault] },
    });
    expect(await answered(answers.error(400))).toMatchObject({ error: { validationErrors: [] } });
  });

  test('no connection', async () => {
    const cause = Object.assign(new TypeError('fetch failed'), { cause: new Error('connect ECONNREFUSED') });
    const result = await answered(cause);
    const wanted = { name: 'ConnectionError', message: 'No connection to mail.test: connect ECONNREFUSED', cause };
    expect(result).toMatchObject({ ok: false, status: 0, response: undefined, error: wanted });
  });
});
