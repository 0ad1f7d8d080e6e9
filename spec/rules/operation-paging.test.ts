import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const parameters = (...names: string[]) =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: query, schema: { type: integer } }`).join(', ')}]`;
const page = (...headers: string[]) =>
  `responses: { '200': { description: All., headers: { ${headers
    .map((name) => `${name}: { schema: { type: string } }`)
    .join(', ')} }, content: { application/xml: { schema: { $ref: ../../components/schemas/Things.yaml } } } } }`;
const paging = 'x-paging: { items: /things/thing }';
const both = parameters('page_size', 'page_index');
const files = {
  'components/schemas/Things.yaml': 'type: array\nxml: { name: things, wrapped: true }\nitems: { $ref: Thing.yaml }\n',
  'components/schemas/Thing.yaml': 'type: object\nxml: { name: thing }\n',
};

test.each([
  [`${paging}\n${both}\n${page('Link', 'X-Items', 'X-Pages')}`, []],
  [`${parameters('id')}\n${page()}`, []],
  [
    `${both}\n${page('Link', 'X-Items', 'X-Pages')}`,
    ['x-paging is missing; the operation has page_size, page_index, Link, X-Items, X-Pages.'],
  ],
  [
    `${paging}\n${parameters('page_size')}\n${page('Link', 'X-Items', 'X-Pages')}`,
    ['The operation is paged and lacks the parameter page_index.'],
  ],
  [`${paging}\n${both}\n${page('Link', 'X-Items')}`, ['The operation is paged and its 200 lacks the header X-Pages.']],
  [
    `x-paging: { items: /list/item }\n${both}\n${page('Link', 'X-Items', 'X-Pages')}`,
    ['x-paging says `/list/item`, the document has `/things/thing`.'],
  ],
])('%s', async (operation, messages) => {
  expect(await lintOperation('operation-paging', operation, 'get /things', files)).toEqual(messages);
});
