import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { resolveIdentifiers } from './identifiers.ts';

const A = '#/components/schemas/A';

/** The schema `A` beside `B`, `Page` and `Item` when its references are resolved. */
function resolved(schema: string): unknown {
  const document = describeApi(`components:
  schemas:
    A: ${schema}
    B: { $id: https://x.test/b, $anchor: bee, type: string }
    Page: { $id: page, $defs: { item: { $dynamicAnchor: item, not: {} } }, properties: { data: { items: { $dynamicRef: '#item' } } } }
    Item: { type: integer }`);
  resolveIdentifiers(document);
  return document.components.schemas.A;
}

test.each<[string, string, unknown]>([
  [
    'a pointer within an identifier',
    '{ $id: a, $defs: { C: {} }, items: { $ref: "#/$defs/C" } }',
    { $defs: { C: {} }, items: { $ref: `${A}/$defs/C` } },
  ],
  [
    'a pointer that leads to nothing there, but to something in the document',
    '{ $id: a, items: { $ref: "#/components/schemas/B" } }',
    { items: { $ref: '#/components/schemas/B' } },
  ],
  ['an identifier', '{ items: { $ref: https://x.test/b } }', { items: { $ref: '#/components/schemas/B' } }],
  [
    'an identifier by the one around it',
    '{ $id: https://x.test/a, items: { $ref: b } }',
    { items: { $ref: '#/components/schemas/B' } },
  ],
  [
    'an anchor of another',
    '{ items: { $ref: "https://x.test/b#bee" } }',
    { items: { $ref: '#/components/schemas/B' } },
  ],
  [
    'an anchor',
    '{ $defs: { C: { $anchor: see } }, items: { $ref: "#see" } }',
    { $defs: { C: {} }, items: { $ref: `${A}/$defs/C` } },
  ],
  ['itself', '{ $id: a, items: { $ref: "#" } }', { items: { $ref: A } }],
  ['a dynamic anchor', '{ $dynamicAnchor: node, items: { $dynamicRef: "#node" } }', { items: { $ref: A } }],
  ['a recursive reference', '{ $recursiveAnchor: true, items: { $recursiveRef: "#" } }', { items: { $ref: A } }],
  [
    'a template with a schema of its own',
    '{ $defs: { item: { $dynamicAnchor: item, $ref: "#/components/schemas/Item" } }, $ref: "#/components/schemas/Page" }',
    {
      $defs: { item: { $ref: '#/components/schemas/Item' } },
      properties: { data: { items: { $ref: '#/components/schemas/Item' } } },
    },
  ],
  ['a file', '{ items: { $ref: other.yaml } }', { items: { $ref: 'other.yaml' } }],
  [
    'a member with the name of a keyword',
    '{ properties: { $id: { type: string } } }',
    { properties: { $id: { type: 'string' } } },
  ],
])('%s', (_, schema, wanted) => {
  expect(resolved(schema)).toEqual(wanted);
});
