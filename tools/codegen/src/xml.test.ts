import { expect, test } from 'vitest';
import { describeApi } from '../test/support/describe.ts';
import { type Problem, UnsupportedError } from './common/errors.ts';
import { buildModel } from './model/build.ts';
import { emitXmlCodecs, withSupportedXml } from './xml.ts';

const xml = (schema: string) =>
  `{ description: d, content: { a/xml: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const bad = `schema: { $ref: '#/components/schemas/Bad' }`;
const xmlOrJson = `{ description: d, content: { a/xml: { ${bad} }, a/json: { ${bad} } } }`;
const model = buildModel(
  describeApi(`
paths:
  /good: { get: { operationId: good, responses: { '200': ${xml('Good')} } } }
  /bad: { get: { operationId: bad, responses: { '200': ${xml('Bad')}, '404': ${xml('Bad')} } } }
  /both: { post: { operationId: both, requestBody: ${xmlOrJson}, responses: { '200': ${xmlOrJson}, '204': { description: d }, '404': ${xml('Good')} } } }
  /half: { post: { operationId: half, requestBody: ${xmlOrJson}, responses: { '200': ${xml('Bad')} } } }
  /json: { get: { operationId: json, responses: { '200': { description: d, content: { a/json: { schema: { type: object } } } } } } }
components:
  schemas:
    Good: { type: object, properties: { part: { $ref: '#/components/schemas/Part' } } }
    Part: { type: string }
    Bad: { type: object, xml: { name: bad }, properties: { list: { type: array, xml: { attribute: true } } } }`),
);
const reason = '#/components/schemas/Bad/properties/list: nodeType attribute is for text, not for an array';

test('an operation whose XML has no one right form is refused', () => {
  expect(() => withSupportedXml(model)).toThrow(UnsupportedError);
  expect(() => withSupportedXml(model)).toThrow(`#/paths/~1bad/get: its XML is not supported: ${reason}`);
  expect(() => emitXmlCodecs(model)).toThrow(UnsupportedError);
  expect(() => emitXmlCodecs(model)).toThrow(reason);
});

test('or left out, told once, from operations and document; other operations stay', () => {
  const skipped: Problem[] = [];
  const supported = withSupportedXml(model, (problem) => skipped.push(problem));
  expect(skipped.filter(({ message }) => message.startsWith('its XML')).map(({ pointer }) => pointer)).toEqual([
    '#/paths/~1bad/get',
    '#/paths/~1half/post',
  ]);
  expect(supported.operations.map(({ id }) => id)).toEqual(['good', 'both', 'json']);
  expect(supported.document.paths['/bad']).toEqual({});
  expect(model.document.paths['/bad']).not.toEqual({});
  expect([...emitXmlCodecs(supported).keys()]).toContain('codecs/Good.ts');
});

test('where all bodies have another media type, the XML alone is left out', () => {
  const skipped: Problem[] = [];
  const supported = withSupportedXml(model, (problem) => skipped.push(problem));
  expect(skipped).toContainEqual({
    pointer: '#/paths/~1both/post',
    message: expect.stringContaining(`only its XML: ${reason}`),
  });
  const both = supported.operations.find(({ id }) => id === 'both')!;
  const typesOf = (contents: { mediaType: string }[]) => contents.map(({ mediaType }) => mediaType);
  expect(typesOf(both.bodies)).toEqual(['a/json']);
  expect(both.responses.map(({ status, contents }) => [status, typesOf(contents)])).toEqual([
    [200, ['a/json']],
    [204, []],
    [404, ['a/xml']],
  ]);
  const { requestBody, responses } = supported.document.paths['/both'].post;
  expect([requestBody, responses['200']].map(({ content }) => Object.keys(content))).toEqual([['a/json'], ['a/json']]);
});
