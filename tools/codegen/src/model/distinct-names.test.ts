import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { compilePlans } from '../codec/index.ts';
import type { Problem } from '../common/errors.ts';
import { buildModel } from './build.ts';
import { nameSchemasApart } from './distinct-names.ts';

test('schemas that would share a file are told apart, wherever they are meant', () => {
  const document = describeApi(`
paths:
  /a: { get: { responses: { 200: { description: d, content: { a/xml: { schema: { $ref: '#/components/schemas/a.b' } } } } } } }
components:
  schemas:
    a_b: { type: string }
    a.b: { type: object, properties: { x: { $ref: '#/components/schemas/a_b' } } }
    cat: { type: object }
    Cat: { type: object }
    Pet: { discriminator: { propertyName: kind }, oneOf: [{ $ref: '#/components/schemas/cat' }, { $ref: '#/components/schemas/Cat' }] }
    Mapped: { discriminator: { propertyName: kind, mapping: { c: Cat } }, oneOf: [{ $ref: '#/components/schemas/Cat' }] }`);
  const notes: Problem[] = [];
  nameSchemasApart(document, (note) => notes.push(note));
  expect(notes).toEqual([
    { pointer: '#/components/schemas/a_b', message: 'is "a_b_2" in code, where "a.b" has its name' },
    { pointer: '#/components/schemas/Cat', message: 'is "Cat_2" in code, where "cat" has its name' },
  ]);
  const { schemas } = document.components;
  expect(Object.keys(schemas)).toEqual(['a_b_2', 'a.b', 'cat', 'Cat_2', 'Pet', 'Mapped']);
  expect(schemas['a.b'].properties.x.$ref).toBe('#/components/schemas/a_b_2');
  expect(schemas.Pet.discriminator.mapping).toEqual({ Cat: '#/components/schemas/Cat_2' });
  expect(schemas.Mapped.discriminator.mapping).toEqual({ c: 'Cat_2' });
});

test('two roots of XML bodies have one name in code and two as elements', () => {
  const content = (name: string) => `a/xml: { schema: { $ref: '#/components/schemas/${name}' } }`;
  const { document } = buildModel(
    describeApi(`
paths: { /a: { post: { requestBody: { content: { ${content('a-b')} } }, responses: { 200: { description: d, content: { ${content('a.b')} } } } } } }
components: { schemas: { a-b: { type: string }, a.b: { type: string } } }`),
  );
  const plans = compilePlans(document, ['a-b', 'a_b_2']);
  expect([...plans].map(([name, { root }]) => [name, root.name.local])).toEqual([
    ['a-b', 'a-b'],
    ['a_b_2', 'a.b'],
  ]);
});
