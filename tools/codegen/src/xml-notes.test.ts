import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeOperation } from '../test/support/describe.ts';
import { buildModel } from './model/build.ts';
import { noteNames } from './xml-notes.ts';

const base = 'Envelope: { type: object, xml: { name: answer }, properties: { at: { type: string } } }';
const more = 'type: object, properties: { more: { type: string } }';
const ref = "{ $ref: '#/components/schemas/Envelope' }";

test.each<[about: string, schema: string, wanted: RegExp[]]>([
  ['a base of another name', `allOf: [${ref}, { ${more} }]`, [/called "Page": the name "answer" is that of Envelope/]],
  ['a name of its own', `xml: { name: page }, allOf: [${ref}, { ${more} }]`, []],
  ['a name in a part', `allOf: [${ref}, { ${more}, xml: { name: page } }]`, []],
  ['no more than the base', `allOf: [${ref}]`, []],
])('the name of a root element that is made of a base: %s', (_, schema, wanted) => {
  const description = describeOperation(
    `responses: { 200: { description: d, content: { application/xml: { schema: { $ref: '#/components/schemas/Page' } } } } }`,
  );
  const yaml = `{ ${base}, Page: { ${schema} } }`;
  const model = buildModel({ ...description, components: { schemas: parse(yaml) } });
  const notes: string[] = [];
  noteNames(model, model.document, ({ pointer, message }) => notes.push(`${pointer} ${message}`));
  expect(notes).toEqual(wanted.map((each) => expect.stringMatching(each)));
});
