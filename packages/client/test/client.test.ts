import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Error as ErrorDocument } from '../src/generated/types/index.ts';
import {
  BadRequestError,
  type Client,
  type ConflictError,
  createClient,
  type Failure,
  getMailingName,
  type Id,
  inJson,
  listMailingsByStates,
  type MailingItem,
  type Page,
  SealedError,
} from '../src/index.ts';
import { createRawClient } from '../src/raw.ts';

const xmlType = 'application/vnd.service.api+xml';
const jsonType = 'application/vnd.service.api+json';

/** A client of a service that always answers this document, and the requests that it saw. */
function clientOf(document: string, init: ResponseInit = {}) {
  const seen: { method: string; url: string; type: string | null; body: string }[] = [];
  const fetch = async (request: Request) => {
    const { method, url, headers } = request;
    seen.push({ method, url, type: headers.get('content-type'), body: await request.text() });
    return new Response(document, { ...init, headers: { 'content-type': xmlType, ...init.headers } });
  };
  const options = { baseUrl: 'https://mail.test/1.0', apiKey: 'secret', fetch };
  return { client: createClient(options), options, seen };
}

const page = `<mailings>
  <mailing><id>1</id><fields><field><name>name</name><value><![CDATA[A & B]]></value></field></fields></mailing>
  <mailing><id>2</id><fields><field><name>name</name><value nil="true"/></field></fields></mailing>
</mailings>`;
const items = [
  { id: 1, fields: [{ name: 'name', value: 'A & B' }] },
  { id: 2, fields: [{ name: 'name', value: null }] },
];
const counts = { headers: { 'x-items': '2', 'x-pages': '1' } };

describe('reads', () => {
  test('a scalar', async () => {
    const { client, seen } = clientOf('<?xml version="1.0"?><name>Spring &amp; more</name>');
    const result = await client.mailings.getName({ mailingid: 7 });
    expect(result).toMatchObject({ ok: true, status: 200, data: 'Spring & more' });
    expect(seen).toEqual([{ method: 'GET', url: 'https://mail.test/1.0/mailings/7/name', type: null, body: '' }]);
  });

  test('in JSON, the same call and result', async () => {
    const { options, seen } = clientOf('"Spring"', { headers: { 'content-type': jsonType } });
    let accept: string | null = null;
    const fetch = (request: Request) => {
      accept = request.headers.get('accept');
      return options.fetch(request);
    };
    const client = createClient({ ...options, fetch, middleware: [inJson] });
    expect(await client.mailings.getName({ mailingid: 7 }).orThrow()).toBe('Spring');
    expect(accept).toMatch(/^application\/vnd\.service\.api\+json/);
    await client.mailings.setSubject({ mailingid: 7, body: 'Spring' }).orThrow();
    expect(seen.at(-1)).toMatchObject({ type: jsonType, body: '"Spring"' });
  });

  test('nil', async () => {
    const { client } = clientOf('<targetgroupid nil="true"/>');
    expect(await client.regularMailings.getTargetGroup({ mailingid: 7 }).orThrow()).toBeNull();
  });

  test('raw HTML', async () => {
    const { client } = clientOf('<p>&amp;', { headers: { 'content-type': 'text/html' } });
    expect(await client.mailings.getHtml({ mailingid: 7 }).orThrow()).toBe('<p>&amp;');
  });

  test('a page, and all of them', async () => {
    const { client, seen, options } = clientOf(page, counts);
    const input = { states: ['draft', 'done'], fields: ['name'] } as const;
    expect(await client.mailings.listByStates(input).orThrow()).toEqual({ items, total: 2, pages: 1 });
    expect(seen[0]!.url).toBe('https://mail.test/1.0/mailings/filter/states?states=draft&states=done&fields=name');
    expect(await client.mailings.listByStates.all(input).toArray()).toEqual(items);
    expect(await listMailingsByStates.all(createClient(options).connection, input).toArray({ limit: 1 })).toEqual([
      items[0],
    ]);
  });
});

describe('writes', () => {
  test.each([
    [
      xmlType,
      { body: { email: 'ada@example.com' } } as const,
      '<?xml version="1.0" encoding="UTF-8"?><contact><email>ada@example.com</email></contact>',
    ],
    [
      jsonType,
      { contentType: jsonType, body: { standard_fields: { FIRSTNAME: 'Ada' } } } as const,
      '{"standard_fields":{"FIRSTNAME":"Ada"}}',
    ],
  ])('%s', async (type, body, text) => {
    const { client, seen } = clientOf('<id>12</id>', { status: 201 });
    const result = await client.contacts.createByEmail({ email: 'ada+1@example.com', sync_mode: 1, ...body });
    expect(result).toMatchObject({ ok: true, status: 201, data: 12 });
    const url = 'https://mail.test/1.0/contacts/email/ada%2B1%40example.com?sync_mode=1';
    expect(seen).toEqual([{ method: 'POST', url, type, body: text }]);
  });

  test('nothing that XML cannot carry', async () => {
    const { client, seen } = clientOf('');
    const result = await client.mailings.setName({ mailingid: 7, body: 'a\0b' });
    expect(result).toMatchObject({
      ok: false,
      status: 0,
      error: { name: 'InputError', operationId: 'setMailingName' },
    });
    expect(result.error?.message).toContain('U+0000');
    expect(seen).toEqual([]);
  });
});

describe('fails with', () => {
  const error = (message: string) => `<error><message>${message}</message></error>`;

  test('SealedError', async () => {
    const { client } = clientOf(error('Mailing with id 7 is sealed.'), { status: 409 });
    const { error: sealed } = await client.mailings.setName({ mailingid: 7, body: 'Autumn' });
    expect(sealed).toBeInstanceOf(SealedError);
    await expect(client.mailings.setName({ mailingid: 7, body: 'Autumn' }).orThrow()).rejects.toBeInstanceOf(
      SealedError,
    );
  });

  test('the places of a body that breaks the schema', async () => {
    const fault = '<validation_error><column>14</column><line>3</line><message>emial</message></validation_error>';
    const { client } = clientOf(`<error><message>Bad.</message>${fault}</error>`, { status: 400 });
    const { error: bad } = await client.mailings.setName({ mailingid: 7, body: 'Autumn' });
    expect(bad).toBeInstanceOf(BadRequestError);
    expect((bad as BadRequestError).validationErrors).toEqual([{ column: 14, line: 3, message: 'emial' }]);
  });

  test('the place in an answer that cannot be read', async () => {
    const { client } = clientOf('<mailings>\n<mailing><id>x</id></mailing></mailings>', counts);
    const result = await client.mailings.listByStates();
    const wanted = { name: 'DecodeError', status: 200, line: 2, path: '/mailings/mailing/id' };
    expect(result).toMatchObject({ ok: false, status: 0, error: wanted });
  });

  test.each(['<mailings><mailing><id>7</id', '<mailings><mailing><id>7</id></mailing>', '<mailings'])(
    'all that was read of an answer that ends too soon: %s',
    async (document) => {
      const { client } = clientOf(document, { headers: { ...counts.headers, 'x-request-id': 'r-1' } });
      const { error } = await client.mailings.listByStates();
      expect(error).toMatchObject({ name: 'DecodeError', line: 1, rawBody: document, requestId: 'r-1' });
    },
  );
});

test('the raw client reads and writes the same values', async () => {
  const { options } = clientOf('<name>Spring</name>');
  const raw = createRawClient(options);
  const params = { path: { mailingid: 7 } };
  const { data } = await raw.GET('/mailings/{mailingid}/name', { params });
  expectTypeOf(data).toEqualTypeOf<string | undefined>();
  expect(data).toBe('Spring');
  const empty = clientOf('');
  await createRawClient(empty.options).POST('/mailings/{mailingid}/name', { params, body: 'Autumn' });
  expect(empty.seen[0]).toMatchObject({ type: xmlType, body: expect.stringContaining('<name>Autumn</name>') });
});

test('types', () => {
  const check = async (client: Client) => {
    const name = await client.mailings.getName({ mailingid: 7 });
    if (name.ok) expectTypeOf(name.data).toEqualTypeOf<string>();
    else if (name.status === 404) expectTypeOf(name.error.document).toEqualTypeOf<ErrorDocument | undefined>();
    // @ts-expect-error 409 is not documented for a read
    if (name.status === 409) name.error;

    const set = await client.mailings.setName({ mailingid: 7, body: 'Autumn' });
    expectTypeOf<Extract<typeof set, { status: 409 }>>().toExtend<Failure<409, ConflictError>>();
    const { data, error } = name;
    if (error === undefined) expectTypeOf(data).toEqualTypeOf<string>();

    expectTypeOf(client.mailings.listByStates().orThrow()).resolves.toEqualTypeOf<Page<MailingItem>>();
    expectTypeOf(client.contacts.createByEmail({ email: 'a@b', body: {} }).orThrow()).resolves.toEqualTypeOf<Id>();
    for await (const mailing of client.mailings.listByStates.all({ page_size: 1000 })) {
      expectTypeOf(mailing).toEqualTypeOf<MailingItem>();
    }
    expectTypeOf(getMailingName).parameter(1).toEqualTypeOf<{ mailingid: number }>();

    // @ts-expect-error the mailing is missing
    client.mailings.getName({});
    // @ts-expect-error no such state
    client.mailings.listByStates({ states: ['drafted'] });
    // @ts-expect-error no such parameter
    client.mailings.listByStates({ state: ['draft'] });
    // @ts-expect-error a map of fields is for JSON
    client.contacts.createByEmail({ email: 'a@b', body: { standard_fields: { FIRSTNAME: 'Ada' } } });
  };
  expect(check).toBeTypeOf('function');
});
