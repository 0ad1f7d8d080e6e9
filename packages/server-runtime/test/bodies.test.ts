import { expect, test } from 'vitest';
import { type Api, createDispatcher, type Hooks, implementApi, type OperationTable, reply } from '../src/index.ts';

const codec = {
  decode: (xml: string | Uint8Array, options?: { encoding?: string | undefined }) =>
    new TextDecoder(options?.encoding ?? 'utf-8').decode(xml as Uint8Array),
  encode: String,
};

const operation: OperationTable = {
  id: 'put',
  group: 'things',
  method: 'PUT',
  path: '/',
  right: 'put',
  parameters: [],
  bodies: [
    { mediaType: 'application/octet-stream', kind: 'binary' },
    { mediaType: 'application/xml', kind: 'xml', codec },
  ],
  bodyRequired: true,
  responses: [
    { status: 204, contents: [] },
    { status: 404, contents: [] },
  ],
  errors: [404],
  bodiless: [404],
};
const api: Api = { title: 'T', operations: { put: operation }, maxBody: 99, errorTypes: { json: 'application/json' } };

async function put(headers: Record<string, string>, body: Uint8Array | undefined, hooks: Hooks<undefined> = {}) {
  let received: unknown;
  const put = ({ body: given }: { body: unknown }) => {
    received = given;
    return reply(404);
  };
  const dispatch = createDispatcher(implementApi(api, { put }), hooks);
  const request = { method: 'PUT', path: '/', query: '', secure: true, url: 'https://a.test/' };
  const { status, body: answer } = await dispatch({ ...request, headers, body });
  return { status, answer, received };
}

test('a file of no bytes is a body', async () => {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': '0' };
  expect(await put(headers, undefined)).toEqual({ status: 404, answer: undefined, received: new Uint8Array() });
});

test('no body at all is none', async () => {
  expect(await put({}, undefined)).toMatchObject({ status: 400 });
});

const latin = Uint8Array.of(0xe9);

test.each([
  ['is refused', {}, 'iso-8859-1', 415, undefined],
  ['is read where the service takes other encodings', { xml: { encoding: 'declared' } }, 'iso-8859-1', 404, 'é'],
  ['that nobody knows is refused', { xml: { encoding: 'declared' } }, 'klingon', 415, undefined],
])('XML in the charset of the header %s', async (_, hooks, charset, status, received) => {
  const headers = { 'content-type': `application/xml; charset=${charset}` };
  expect(await put(headers, latin, hooks)).toMatchObject({ status, received });
});
