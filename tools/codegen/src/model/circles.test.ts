import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { breakCircles } from './circles.ts';
import type { JsonSchema } from './model.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pet = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };

test.each<[string, Record<string, JsonSchema>, Record<string, JsonSchema>]>([
  [
    'a base whose alternatives are made of it',
    {
      Pet: { ...pet, discriminator: { propertyName: 'kind' }, oneOf: [ref('Cat'), ref('Dog')] },
      Cat: { allOf: [ref('Pet'), { properties: { lives: { type: 'integer' } } }] },
      Dog: { allOf: [ref('Pet')] },
    },
    {
      Pet: { ...pet, discriminator: { propertyName: 'kind' }, oneOf: [ref('Cat'), ref('Dog')] },
      Cat: { allOf: [pet, { properties: { lives: { type: 'integer' } } }] },
      Dog: { allOf: [pet] },
    },
  ],
  [
    'a member of its own kind is no circle',
    { Tree: { type: 'object', properties: { parent: { nullable: true, allOf: [ref('Tree')] } } } },
    { Tree: { type: 'object', properties: { parent: { nullable: true, allOf: [ref('Tree')] } } } },
  ],
  ['a base that it is itself', { A: { type: 'object', allOf: [ref('A')] } }, { A: { type: 'object' } }],
  ['no value is what it is not', { A: { type: 'string', not: ref('A') } }, { A: { type: 'string' } }],
  [
    'alternatives in a circle',
    { A: { oneOf: [ref('B'), { type: 'integer' }] }, B: { oneOf: [ref('A'), { type: 'string' }] } },
    {
      A: { oneOf: [{ oneOf: [{ type: 'string' }] }, { type: 'integer' }] },
      B: { oneOf: [{ oneOf: [{ type: 'integer' }] }, { type: 'string' }] },
    },
  ],
])('%s', (_, schemas, wanted) => {
  const document = describeApi(JSON.stringify({ components: { schemas } }));
  breakCircles(document);
  expect(document.components.schemas).toEqual(wanted);
});
