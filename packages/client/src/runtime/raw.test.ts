import { describe, expect, expectTypeOf, test } from 'vitest';
import { memoryService } from '../../test/support/memory-service.ts';
import { answers, jsonType, nameJson, nameXml, operation, xmlType } from '../../test/support/operations.ts';
import { decodeText, encodeRaw } from './index.ts';
import { rawClient } from './raw.ts';

interface Answers<Type extends string, Body> {
  responses: {
    200: { headers: object; content: Record<Type, Body> };
    404: { headers: object; content: Record<Type, { message: string }> };
  };
}
interface Paths {
  '/mailings/{id}/name': {
    get: Answers<'application/xml', string> & { parameters: { path: { id: number } } };
    post: Answers<'application/xml', string> & {
      parameters: { path: { id: number } };
      requestBody: { content: { 'application/xml': string } };
    };
  };
  '/mailings?view=name': {
    get: Answers<'application/xml', string> & { parameters: { query: { view: 'name'; id: number } } };
  };
  '/file': { put: Answers<'text/html', string> & { requestBody: { content: { '*/*': string } } } };
}

const path = '/mailings/{id}/name';
const operations = [
  operation({ path }),
  operation({ path, method: 'POST', bodies: [nameXml, nameJson] }),
  operation({ path: '/mailings', key: '/mailings?view=name' }),
  operation({
    path: '/file',
    method: 'PUT',
    bodies: [{ type: '*/*', encode: encodeRaw }],
    responses: { 200: [{ type: 'text/html', decode: decodeText }] },
  }),
];

function raw(answer: Response) {
  const { seen, connection } = memoryService([answer]);
  const options = { baseUrl: connection.baseUrl.href, apiKey: 'secret' };
  const client = rawClient<Paths>(
    {
      ...options,
      fetch: async (request) => {
        const { method, url } = request;
        seen.push({ method, url, headers: Object.fromEntries(request.headers), body: await request.text(), at: 0 });
        return answer;
      },
    },
    operations,
  );
  return { client, seen };
}
const of7 = { params: { path: { id: 7 } } };

test('reads XML into a value, with key and media types set', async () => {
  const { client, seen } = raw(answers.name('Spring'));
  const { data, error } = await client.GET(path, of7);
  expectTypeOf(data).toEqualTypeOf<string | undefined>();
  expect({ data, error }).toEqual({ data: 'Spring', error: undefined });
  const headers = { authorization: expect.stringMatching(/^Basic /), accept: `${xmlType}, ${jsonType}` };
  expect(seen[0]).toMatchObject({ method: 'GET', url: 'https://mail.test/1.0/mailings/7/name', headers });
});

test('reads an error document', async () => {
  const { client } = raw(answers.error(404, 'Mailing with id 7 not found.'));
  const { error, response } = await client.GET(path, of7);
  expect(response.status).toBe(404);
  expect(error).toEqual({ message: 'Mailing with id 7 not found.' });
});

describe('writes', () => {
  test.each([
    ['XML', {}, xmlType, '<name>A</name>'],
    ['JSON, when asked to', { 'Content-Type': jsonType }, jsonType, '"A"'],
  ])('%s', async (_, headers, type, body) => {
    const { client, seen } = raw(answers.name());
    await client.POST(path, { ...of7, body: 'A', headers });
    expect(seen[0]).toMatchObject({ headers: { 'content-type': type }, body });
  });

  test('bytes and text of any type as they are', async () => {
    const { client, seen } = raw(new Response('<p>', { headers: { 'content-type': 'text/html' } }));
    const { data } = await client.PUT('/file', { body: '"A"', headers: { 'content-type': 'text/csv' } });
    expect(data).toBe('<p>');
    expect(seen[0]).toMatchObject({ headers: { 'content-type': 'text/csv' }, body: '"A"' });
  });
});

test('leaves an answer alone that the caller reads otherwise', async () => {
  const { client } = raw(answers.name('A'));
  expect((await client.request('get', path, { ...of7, parseAs: 'text' })).data).toBe('<name>A</name>');
});

test('an answer that cannot be read is thrown', async () => {
  const { client } = raw(new Response('<nam', { headers: { 'content-type': xmlType } }));
  await expect(client.GET(path, of7)).rejects.toThrow('no <name>');
});

test('a path with a query of its own', async () => {
  const { client, seen } = raw(answers.name('Spring'));
  const { data } = await client.GET('/mailings?view=name', { params: { query: { view: 'name', id: 7 } } });
  expect(data).toBe('Spring');
  expect(seen[0]!.url).toBe('https://mail.test/1.0/mailings?view=name&id=7');
});
