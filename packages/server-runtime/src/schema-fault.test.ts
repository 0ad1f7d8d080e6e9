import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { SchemaFault } from './api.ts';
import { actualFaults, describeFault, locateFault } from './schema-fault.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false, messages: false });

function faults(schema: object, value: unknown, root: string): string[] {
  const validate = ajv.compile(schema);
  validate(value);
  const found = actualFaults((validate.errors ?? []) as SchemaFault[]);
  return found.map((fault) => describeFault(fault, value, root));
}

const number = (rule: object) => ({ properties: { n: rule } });

test.each<[object, unknown, string]>([
  [number({ type: 'integer' }), { n: 'abc' }, 'n must be an integer but was abc'],
  [number({ type: 'integer' }), { n: '' }, 'n must be an integer but was empty'],
  [number({ type: ['string', 'null'] }), { n: 1 }, 'n must be a string or null but was 1'],
  [number({ type: 'array' }), { n: { a: 1 } }, 'n must be an array but was {"a":1}'],
  [number({ maximum: 1000 }), { n: 200000 }, 'n must not exceed 1000 but was 200000'],
  [number({ minimum: 1 }), { n: 0 }, 'n must be at least 1 but was 0'],
  [number({ exclusiveMinimum: 1 }), { n: 1 }, 'n must be greater than 1 but was 1'],
  [number({ exclusiveMaximum: 1 }), { n: 1 }, 'n must be less than 1 but was 1'],
  [number({ multipleOf: 5 }), { n: 7 }, 'n must be a multiple of 5 but was 7'],
  [number({ enum: ['draft', 'done'] }), { n: 'foo' }, 'n must be one of draft, done but was foo'],
  [number({ const: 'a' }), { n: 'b' }, 'n must be a but was b'],
  [number({ maxLength: 2 }), { n: '😀😀😀' }, 'n must have at most 2 characters but has 3'],
  [number({ minLength: 1 }), { n: '' }, 'n must have at least 1 character but has 0'],
  [number({ maxItems: 1 }), { n: [1, 2] }, 'n must have at most 1 item but has 2'],
  [number({ minItems: 2 }), { n: [] }, 'n must have at least 2 items but has 0'],
  [number({ maxProperties: 1 }), { n: { a: 1, b: 2 } }, 'n must have at most 1 member but has 2'],
  [number({ minProperties: 1 }), { n: {} }, 'n must have at least 1 member but has 0'],
  [number({ uniqueItems: true }), { n: [1, 1] }, 'n must not hold an item twice, but items 0 and 1 are equal'],
  [number({ pattern: '^a$' }), { n: 'b' }, 'n must match ^a$ but was b'],
  [{ required: ['name'] }, {}, 'name is required'],
  [number({ required: ['name'] }), { n: {} }, 'n.name is required'],
  [{ additionalProperties: false }, { foo: 1 }, 'foo is not allowed'],
  [{ type: 'string' }, 1, 'mailing must be a string but was 1'],
  [
    { items: { properties: { value: { maxLength: 1 } } } },
    [{}, { value: 'ab' }],
    'mailing[1].value must have at most 1 character but has 2',
  ],
  [number({ items: { maximum: 1 } }), { n: [0, 2] }, 'n[1] must not exceed 1 but was 2'],
  [{ properties: { 'a/b~c': { maximum: 1 } } }, { 'a/b~c': 2 }, 'a/b~c must not exceed 1 but was 2'],
  [
    number({ propertyNames: { maxLength: 1 } }),
    { n: { abc: 1 } },
    'n: the member name abc must have at most 1 character but has 3',
  ],
  [{ propertyNames: { pattern: '^x' } }, { ab: 1 }, 'mailing: the member name ab must match ^x but was ab'],
  [{ propertyNames: { enum: ['a'] } }, { b: 1 }, 'mailing: the member name b must be one of a but was b'],
  [{ not: {} }, 'x', 'mailing is not allowed but was x'],
])('%j refuses %j: %s', (schema, value, message) => {
  expect(faults(schema, value, 'mailing')).toEqual([message]);
});

test('a pattern is told in the words of the description, if it has some', () => {
  const fault = {
    instancePath: '/n',
    keyword: 'pattern',
    params: { pattern: '^[0-9]{4}$', words: 'a year, such as 2026' },
  };
  expect(describeFault(fault, { n: 'b' }, 'body')).toBe('n must be a year, such as 2026 but was b');
});

test('values in messages are short and hold no control characters', () => {
  const [message] = faults(number({ enum: ['a'] }), { n: `\u0000\n${'x'.repeat(500)}` }, 'mailing');
  expect(message).toBe(`n must be one of a but was ��${'x'.repeat(98)}…`);
});

test('the name of a member is the end of the path', () => {
  const validate = ajv.compile({ properties: { n: { propertyNames: { minLength: 2 } } } });
  const value = { n: { a: 1 } };
  validate(value);
  const [fault] = actualFaults((validate.errors ?? []) as SchemaFault[]);
  expect(locateFault(fault!, value)).toEqual({
    path: ['n', 'a'],
    message: 'its name must have at least 2 characters but has 1',
  });
});
