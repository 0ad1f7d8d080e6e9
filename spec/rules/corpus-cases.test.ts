import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const answer = (type: string, schema = '{ $ref: ../../components/schemas/Thing.yaml }') =>
  `responses: { '200': { description: It., content: { ${type}: { schema: ${schema} } } } }`;
const cases = (...names: string[]) => Object.fromEntries(names.map((name) => [`corpus/Thing/${name}`, '']));

test.each([
  [answer('application/xml'), cases('a.json', 'a.xml', 'b.json', 'b.xml'), []],
  [answer('application/json'), cases('a.json', 'b.json'), []],
  [answer('text/html'), {}, []],
  [
    answer('application/xml'),
    cases('a.json', 'a.xml', 'b.json'),
    ['`corpus/Thing` has 1 cases of .xml, fewer than 2.'],
  ],
  [answer('application/json'), cases('a.json'), ['`corpus/Thing` has 1 cases of .json, fewer than 2.']],
  [
    answer('application/json', '{ type: object }'),
    {},
    ['The schema of a body is no component, so that it can have no corpus.'],
  ],
])('%s with %o', async (operation, files, messages) => {
  const schema = { 'components/schemas/Thing.yaml': 'type: object\n' };
  expect(await lintOperation('corpus-cases', operation, 'get /things', { ...schema, ...files })).toEqual(messages);
});
