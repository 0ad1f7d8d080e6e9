import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { JsonSchema } from '../model/model.ts';
import { keyOf } from './key.ts';
import { restrictions } from './schema.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemas: Record<string, JsonSchema> = {
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: {}, lives: { type: 'integer', maximum: 9 } },
  },
  Dog: { type: 'object', required: ['kind'], properties: { kind: {}, friend: ref('Pet') } },
  Pet: {
    oneOf: [ref('Cat'), ref('Dog')],
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: ref('Cat').$ref, tiger: ref('Cat').$ref, dog: ref('Dog').$ref },
    },
  },
  ByName: { anyOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
  Open: { oneOf: [ref('Cat'), { type: 'null' }], discriminator: { propertyName: 'kind' } },
  Closed: {
    oneOf: [ref('Cat'), ref('Dog')],
    discriminator: { propertyName: 'kind' },
    properties: { owner: {} },
    allOf: [{ required: ['owner'] }],
    unevaluatedProperties: false,
  },
};

const ajv = new Ajv2020({ strict: false, messages: false });
for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(restrictions(schema), keyOf(name));

function faultsOf(schema: string, value: unknown): string[] {
  const validate = ajv.getSchema(keyOf(schema))!;
  if (validate(value)) return [];
  return validate
    .errors!.filter(({ keyword }) => keyword !== 'if')
    .map((fault) => {
      const { instancePath, keyword, params } = fault;
      return `${instancePath} ${keyword} ${Object.values(params).flat().join(' ')}`;
    });
}

test.each<[string, unknown, string[]]>([
  ['Pet', { kind: 'cat', lives: 9 }, []],
  ['Pet', { kind: 'tiger', lives: 1 }, []],
  ['Pet', { kind: 'dog', friend: { kind: 'dog' } }, []],
  ['Pet', { kind: 'cat' }, [' required lives']],
  ['Pet', { kind: 'tiger', lives: 10 }, ['/lives maximum <= 9']],
  ['Pet', { kind: 'dog', friend: { kind: 'cat', lives: 'x' } }, ['/friend/lives type integer']],
  ['Pet', { kind: 'cow' }, ['/kind enum cat tiger dog']],
  ['Pet', { kind: 'Cat', lives: 1 }, ['/kind enum cat tiger dog']],
  ['Pet', { lives: 1 }, [' required kind']],
  ['Pet', 'cat', [' type object']],
  ['ByName', { kind: 'Cat', lives: 10 }, ['/lives maximum <= 9']],
  ['ByName', { kind: 'cat' }, ['/kind enum Cat Dog']],
  ['Open', null, []],
  ['Open', { kind: 'anything', lives: 1 }, []],
  ['Closed', { kind: 'Dog', owner: 1 }, []],
  ['Closed', { kind: 'Dog' }, [' required owner']],
  ['Closed', { kind: 'Dog', owner: 1, lives: 1 }, [' unevaluatedProperties lives']],
])('%s %j: %j', (schema, value, wanted) => {
  expect(faultsOf(schema, value)).toEqual(wanted);
});
