import { expect, test } from 'vitest';
import { describeInJson } from './second-encoding.ts';

const xml = { 'application/xml': { schema: { $ref: '#/components/schemas/A' } } };
const own = { ...xml, 'application/json': { schema: { type: 'object' } } };
const twin = (of: string, name: string) => ({
  'application/a+json': { schema: { $ref: `#/components/schemas/${name}` }, 'x-twin-of': of },
});
const html = { 'text/html': { schema: { $ref: '#/components/schemas/Html' } } };
const file = { '*/*': { schema: { type: 'string', format: 'binary' } } };

test.each([
  ['XML', xml, { ...xml, ...twin('application/xml', 'A') }],
  ['a text with a schema', html, { ...html, ...twin('text/html', 'Html') }],
  ['XML with JSON of its own', own, own],
  ['a text without a schema', { 'text/plain': {} }, { 'text/plain': {} }],
  ['a file', file, file],
  [
    'what has its twin already',
    { ...xml, ...twin('application/xml', 'A') },
    { ...xml, ...twin('application/xml', 'A') },
  ],
])('%s', (_what, content, wanted) => {
  for (const type of ['application/a+json', undefined]) {
    const document = structuredClone({
      'x-json': type,
      components: {
        schemas: { A: { type: 'object' }, Html: { type: 'string' } },
        responses: { R: { content } },
        requestBodies: { B: { content } },
      },
    });
    describeInJson(document);
    const { responses, requestBodies } = document.components;
    expect([responses.R.content, requestBodies.B.content]).toEqual(Array(2).fill(type ? wanted : content));
  }
});
