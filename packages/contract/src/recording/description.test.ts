import { describe, expect, test } from 'vitest';
import type { HeaderLines } from '../exchange/exchange.ts';
import { describeRecording } from './description.ts';
import { createRecording } from './recording.ts';

interface Sent {
  call: string;
  headers?: HeaderLines;
  body?: string | object;
  status?: number;
  answer?: string | object;
  answerHeaders?: HeaderLines;
}

const typed = (body: string | object | undefined): HeaderLines =>
  body === undefined ? [] : [['Content-Type', typeof body === 'string' ? 'application/xml' : 'application/json']];
const bytes = (body: string | object = '') => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

async function record(...all: Sent[]) {
  const recording = createRecording('https://example.com/v1');
  for (const { call, headers = [], body, status = 200, answer, answerHeaders = [] } of all) {
    const [method = '', path = ''] = call.split(' ');
    await recording.add({
      request: {
        method,
        url: `https://example.com/v1${path}`,
        headers: [...headers, ...typed(body)],
        body: bytes(body),
      },
      response: { status, headers: [...answerHeaders, ...typed(answer)], body: bytes(answer) },
    });
  }
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at parts of a description
  return describeRecording(recording) as any;
}

const answered = async (...answers: (string | object)[]) => {
  const { paths } = await record(...answers.map((answer) => ({ call: 'GET /things', answer })));
  return Object.values<{ schema: object }>(paths['/things'].get.responses[200].content)[0]!.schema;
};

describe('paths', () => {
  test.each<[string, string[], Sent[]]>([
    ['numbers', ['/orders/{orderId}'], [{ call: 'GET /orders/1' }, { call: 'GET /orders/2' }]],
    ['uuids', ['/items/{itemId}'], [{ call: 'GET /items/6f9619ff-8b86-4d01-a42d-00cf4fc964ff' }]],
    ['mail addresses', ['/people/{peopleId}'], [{ call: 'GET /people/ada%40example.com' }]],
    [
      'ids that a body has',
      ['/posts', '/posts/{postId}', '/posts/search'],
      [
        { call: 'GET /posts', answer: [{ slug: 'spring-news' }] },
        { call: 'GET /posts/spring-news', answer: { slug: 'spring-news' } },
        { call: 'GET /posts/search', answer: { count: 1 } },
      ],
    ],
    [
      'siblings that are answered alike',
      ['/users/{userId}'],
      ['ada', 'bob', 'eve'].map((name) => ({ call: `GET /users/${name}`, answer: { colour: 'red' } })),
    ],
    [
      'attempts at what is not there',
      ['/orders/{orderId}'],
      [
        { call: 'GET /orders/7' },
        { call: 'GET /orders/none', status: 404 },
        { call: 'GET /orders/abc', status: 422 },
        { call: 'PUT /orders/7', status: 405 },
        { call: 'GET /nothing', status: 404 },
      ],
    ],
    [
      'ids below ids',
      ['/shops/{shopId}/orders/{orderId}'],
      [{ call: 'GET /shops/1/orders/2' }, { call: 'GET /shops/3/orders/4' }],
    ],
  ])('%s', async (_, paths, sent) => {
    const written = (await record(...sent)).paths;
    expect(Object.keys(written).sort()).toEqual([...paths].sort());
  });
});

test.each<[string, (string | object)[], object]>([
  [
    'required members',
    [{ a: 1, b: 'x' }, { a: 2 }],
    { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } }, required: ['a'] },
  ],
  [
    'null',
    [{ a: null }, { a: 'x' }],
    { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
  ],
  ['numbers', [[1, 2.5]], { type: 'array', items: { type: 'number' } }],
  [
    'formats that all have',
    [['2024-01-02', '2025-01-02']],
    { type: 'array', items: { type: 'string', format: 'date' } },
  ],
  ['no format that some lack', [['2024-01-02', 'later']], { type: 'array', items: { type: 'string' } }],
  ['members that are data', [{ 'ada@example.com': 1 }], { type: 'object', additionalProperties: { type: 'integer' } }],
  [
    'attributes and text of XML',
    ['<price currency="EUR">1.5</price>', '<price currency="USD" net="true">2</price>'],
    {
      type: 'object',
      properties: {
        currency: { type: 'string', xml: { attribute: true } },
        net: { type: 'boolean', xml: { attribute: true } },
        text: { type: 'number', 'x-xml-text': true },
      },
      required: ['currency'],
      xml: { name: 'price' },
    },
  ],
  [
    'lists of XML, with and without an element around them',
    ['<order><tags><tag>a</tag><tag>b</tag></tags><line>1</line><line>2</line></order>'],
    {
      type: 'object',
      properties: {
        tags: { type: 'array', items: { type: 'string', xml: { name: 'tag' } }, xml: { wrapped: true } },
        line: { type: 'array', items: { type: 'integer' } },
      },
      required: ['tags'],
      xml: { name: 'order' },
    },
  ],
  [
    'a list of one item',
    ['<orders><order>1</order></orders>'],
    { type: 'object', properties: { order: { type: 'array', items: { type: 'integer' } } }, xml: { name: 'orders' } },
  ],
  [
    'namespaces',
    ['<o:order xmlns:o="urn:o"><o:id>1</o:id></o:order>'],
    {
      type: 'object',
      properties: { id: { type: 'integer', xml: { namespace: 'urn:o', prefix: 'o' } } },
      required: ['id'],
      xml: { name: 'order', namespace: 'urn:o', prefix: 'o' },
    },
  ],
])('schema: %s', async (_, answers, wanted) => {
  expect(await answered(...answers)).toEqual(wanted);
});

test('parameters, headers and bodies come from what was accepted', async () => {
  const { paths } = await record(
    {
      call: 'POST /orders?dry=true&tag=a&tag=b',
      headers: [['If-Match', 'x']],
      body: { n: 1 },
      status: 201,
      answerHeaders: [['Location', '/v1/orders/1']],
    },
    { call: 'POST /orders?wrong=1', headers: [['User-Agent', 'x']], body: { n: 'no number' }, status: 400 },
  );
  const { parameters, requestBody, responses } = paths['/orders'].post;
  expect(parameters).toEqual([
    { name: 'dry', in: 'query', schema: { type: 'boolean' } },
    { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'if-match', in: 'header', schema: { type: 'string' } },
  ]);
  expect(requestBody.content['application/json'].schema.properties).toEqual({ n: { type: 'integer' } });
  expect(Object.keys(responses)).toEqual(['201', '400']);
  expect(responses[201].headers).toEqual({ location: { required: true, schema: { type: 'string' } } });
});

test('a text that the service takes as a number is a number', async () => {
  const { paths } = await record({ call: 'POST /orders', body: { n: '1' }, status: 201, answer: { n: 1 } });
  expect(paths['/orders'].post.requestBody.content['application/json'].schema.properties.n).toEqual({
    type: 'integer',
  });
});

test('nothing that was sent or answered stands in the description but names', async () => {
  const secret = 'geheim';
  const body = { name: secret, nested: [{ mail: `${secret}@example.com`, key: secret }] };
  const xml = `<a b="${secret}"><c>${secret}</c></a>`;
  const description = await record(
    {
      call: `POST /a/${secret}@example.com?q=${secret}&api_key=${secret}`,
      headers: [
        ['Authorization', `Bearer ${secret}`],
        ['X-Trace', secret],
      ],
      body,
      answer: body,
      answerHeaders: [['X-Name', secret]],
    },
    { call: 'POST /b', headers: [['X-Api-Key', secret]], body: xml, answer: xml },
  );
  expect(JSON.stringify(description)).not.toContain(secret);
  expect(Object.values<object>(description.components.securitySchemes)).toEqual([
    { type: 'http', scheme: 'bearer' },
    { type: 'apiKey', in: 'query', name: 'api_key' },
    { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  ]);
});
