import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { typeErrors } from '../../test/support/type-errors.ts';
import { buildModel } from '../model/build.ts';
import { emitTypes } from './index.ts';

/** Schemas, and values of the first that its type takes and refuses. */
const ROWS: [about: string, schemas: string, right: string[], wrong: string[]][] = [
  [
    'an heir of an heir',
    `Volvo: { allOf: [{ $ref: '#/components/schemas/Car' }, { type: object, required: [safe], properties: { safe: { type: boolean } } }] }
Car: { allOf: [{ $ref: '#/components/schemas/Vehicle' }, { type: object, properties: { doors: { type: integer } } }] }
Vehicle: { type: object, required: [is], properties: { is: { type: string } }, discriminator: { propertyName: is, mapping: { car: '#/components/schemas/Car', volvo: '#/components/schemas/Volvo' } } }`,
    ['{ is: "volvo", safe: true, doors: 5 }'],
    ['{ is: "car", safe: true }', '{ is: "volvo" }', '{ is: "volvo", safe: true, doors: "5" }'],
  ],
  [
    'an heir by way of one that is no form',
    `C: { allOf: [{ $ref: '#/components/schemas/B' }, { type: object, properties: { c: { type: integer } } }] }
B: { allOf: [{ $ref: '#/components/schemas/A' }] }
A: { allOf: [{ $ref: '#/components/schemas/Base' }] }
Base: { type: object, required: [is], properties: { is: { type: string } }, discriminator: { propertyName: is, mapping: { a: '#/components/schemas/A', c: '#/components/schemas/C' } } }`,
    ['{ is: "c", c: 1 }'],
    ['{ is: "a", c: 1 }'],
  ],
  [
    'members beside others of another type',
    `S: { type: object, required: [id], properties: { id: { type: integer }, at: { type: boolean } }, additionalProperties: { type: string } }`,
    ['{ id: 1 }', '{ id: 1, at: true, more: "x" }'],
    ['{ id: "x" }', '{ more: "x" }', '{ id: 1, more: {} }', '{ id: 1, at: "x" }'],
  ],
  [
    'members beside others by a pattern',
    `S: { type: object, properties: { id: { type: integer } }, patternProperties: { '^x': { type: string } }, additionalProperties: false }`,
    ['{ id: 1, xa: "x" }'],
    ['{ id: "x" }', '{ xa: {} }'],
  ],
  [
    'a tuple',
    'S: { type: array, prefixItems: [{ type: string }, { type: integer }] }',
    ['[]', '["a"]', '["a", 1]', '["a", 1, {}]'],
    ['[1]', '["a", "b"]'],
  ],
  [
    'a tuple of exact length',
    'S: { type: array, prefixItems: [{ type: string }, { type: integer }], minItems: 2, maxItems: 2 }',
    ['["a", 1]'],
    ['[]', '["a"]', '["a", 1, 2]'],
  ],
  [
    'a tuple without more',
    'S: { type: array, prefixItems: [{ type: string }, { type: integer }], items: false, minItems: 1 }',
    ['["a"]', '["a", 1]'],
    ['[]', '["a", 1, 2]'],
  ],
  [
    'a tuple with more of a kind',
    'S: { type: array, prefixItems: [{ type: string }], items: { type: boolean }, minItems: 2 }',
    ['["a", true]', '["a", true, false]'],
    ['["a"]', '["a", 1]', '["a", true, 1]'],
  ],
  [
    'a tuple that is cut',
    'S: { type: array, prefixItems: [{ type: string }, { type: integer }], maxItems: 1 }',
    ['[]', '["a"]'],
    ['["a", 1]'],
  ],
  [
    'what a part without properties requires',
    `S: { allOf: [{ $ref: '#/components/schemas/B' }, { required: [id] }] }
B: { type: object, properties: { id: { type: integer }, a: { type: string } } }`,
    ['{ id: 1 }', '{ id: 1, a: "x" }'],
    ['{}', '{ a: "x" }'],
  ],
  [
    'what a part requires of the whole and of another part',
    `S: { type: object, properties: { own: { type: integer } }, allOf: [{ properties: { other: { type: string } } }, { allOf: [{ required: [own, other] }] }] }`,
    ['{ own: 1, other: "x" }'],
    ['{ own: 1 }', '{ other: "x" }'],
  ],
  [
    'one of two members at least',
    `S: { type: object, properties: { a: { type: integer }, b: { type: string }, c: { type: boolean } }, anyOf: [{ required: [a] }, { type: object, title: By b, required: [b] }] }`,
    ['{ a: 1 }', '{ b: "x", c: true }', '{ a: 1, b: "x" }'],
    ['{}', '{ c: true }', '{ a: "x" }', '{ a: undefined }'],
  ],
  [
    'one of two members, of a base',
    `S: { allOf: [{ $ref: '#/components/schemas/B' }], anyOf: [{ required: [a] }, { required: [b] }] }
B: { type: object, properties: { a: { type: integer }, b: { type: string } } }`,
    ['{ a: 1 }', '{ b: "x" }'],
    ['{}', '{ a: "x" }'],
  ],
  [
    'one of two members, of which a sibling has one',
    `S: { allOf: [{ $ref: '#/components/schemas/B' }, { type: object, required: [kind], properties: { kind: { type: string }, hint: { type: string } }, anyOf: [{ required: [value] }, { required: [hint] }] }] }
B: { type: object, properties: { value: { type: string } } }`,
    ['{ kind: "k", value: "v" }', '{ kind: "k", hint: "h" }'],
    ['{ value: "v" }', '{ kind: "k", value: 1 }'],
  ],
  [
    'one of all, in a list that may be null',
    `S: { type: array, items: { type: [object, 'null'], oneOf: [{ required: [message] }], properties: { message: { type: string } } } }`,
    ['[{ message: "x" }]', '[]'],
    ['[{ message: 1 }]'],
  ],
  [
    'members that belong together, or nothing',
    `S: { type: object, properties: { a: { type: integer }, b: { type: string } }, oneOf: [{ required: [a, b] }, { maxProperties: 0 }] }`,
    ['{ a: 1, b: "x" }', '{}'],
    ['{ a: "x", b: "x" }'],
  ],
  [
    'one of two members beside what is required anyway',
    `S: { type: object, required: [id], properties: { id: { type: integer }, a: { type: integer }, b: { type: string } }, oneOf: [{ required: [a] }, { required: [b] }] }`,
    ['{ id: 1, a: 1 }', '{ id: 1, b: "x" }'],
    ['{ id: 1 }', '{ a: 1 }'],
  ],
  [
    'what is required of a base that may be null',
    `S: { allOf: [{ $ref: '#/components/schemas/B' }], required: [id] }
B: { type: [object, 'null'], properties: { id: { type: integer } } }`,
    ['{ id: 1 }', 'null'],
    ['{}'],
  ],
  [
    'what is required of one of two bases',
    `S: { allOf: [{ $ref: '#/components/schemas/B' }], required: [id] }
B: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: string }], properties: { id: { type: integer } } }
A: { type: object, properties: { id: { type: integer } } }`,
    ['{ id: 1 }'],
    ['{}'],
  ],
  ['an object without members', 'S: { type: object, additionalProperties: false }', ['{}'], ['{ a: 1 }', '1']],
  ['or null', "S: { type: [object, 'null'], additionalProperties: false }", ['{}', 'null'], ['{ a: 1 }']],
  [
    'a part that names no members',
    `S: { allOf: [{ $ref: '#/components/schemas/B' }, { type: object, additionalProperties: false }] }
B: { type: object, required: [id], properties: { id: { type: integer } } }`,
    ['{ id: 1 }'],
    ['{}'],
  ],
  ['an object of parts that say nothing', 'S: { type: object, allOf: [{}, {}] }', ['{ a: 1 }'], ['1', 'null']],
  [
    'one of several types beside parts that say nothing',
    "S: { type: [object, 'null', integer], anyOf: [{ minimum: 1 }, {}] }",
    ['{ a: 1 }', 'null', '1'],
    ['"a"', 'true'],
  ],
  ['a type or null', "S: { anyOf: [{ type: string }, { type: 'null' }] }", ['"a"', 'null'], ['1', 'undefined']],
  [
    'a reference or null, required',
    `S: { type: object, required: [b], properties: { b: { anyOf: [{ $ref: '#/components/schemas/B' }, { type: 'null' }] } } }
B: { type: object, required: [id], properties: { id: { type: integer } } }`,
    ['{ b: null }', '{ b: { id: 1 } }'],
    ['{}', '{ b: {} }'],
  ],
];

test('types take the values of schemas, and no others', () => {
  const files = new Map<string, string>();
  for (const [index, [, schemas, right, wrong]] of ROWS.entries()) {
    const yaml = `components:\n  schemas:\n${schemas.replaceAll(/^/gm, '    ')}`;
    for (const [file, text] of emitTypes(buildModel(describeApi(yaml)))) files.set(`${index}/${file}`, text);
    const type = schemas.slice(0, schemas.indexOf(':'));
    const lines = [
      ...right.map((value, number) => `export const right${number}: ${type} = ${value};`),
      ...wrong.map((value, number) => `// @ts-expect-error ${value}\nexport const wrong${number}: ${type} = ${value};`),
    ];
    files.set(`${index}/use.ts`, `import type { ${type} } from './types/index.ts';\n${lines.join('\n')}\n`);
  }
  expect(typeErrors(files).map((error) => error.replace(/^\d+/, (index) => ROWS[Number(index)]![0]))).toEqual([]);
});
