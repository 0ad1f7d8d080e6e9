import { expect, test } from 'vitest';
import { describeApi } from '../test/support/describe.ts';
import { type Problem, UnsupportedError } from './errors.ts';
import { buildModel } from './model/build.ts';
import { emitXmlCodecs, withSupportedXml } from './xml.ts';

const xml = (schema: string) =>
  `{ description: d, content: { a/xml: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const model = buildModel(
  describeApi(`
paths:
  /good: { get: { operationId: good, responses: { '200': ${xml('Good')} } } }
  /bad: { get: { operationId: bad, responses: { '200': ${xml('Bad')}, '404': ${xml('Bad')} } } }
  /json: { get: { operationId: json, responses: { '200': { description: d, content: { a/json: { schema: { type: object } } } } } } }
components:
  schemas:
    Good: { type: object, properties: { part: { $ref: '#/components/schemas/Part' } } }
    Part: { type: string }
    Bad: { type: object, xml: { name: bad } }`),
);
const reason = '#/components/schemas/Bad: a free-form object';

test('an operation whose XML has no one right form is refused', () => {
  expect(() => withSupportedXml(model)).toThrow(UnsupportedError);
  expect(() => withSupportedXml(model)).toThrow(`#/paths/~1bad/get: its XML is not supported: ${reason}`);
  expect(() => emitXmlCodecs(model)).toThrow(UnsupportedError);
  expect(() => emitXmlCodecs(model)).toThrow(reason);
});

test('or left out, told once, from operations and document; other operations stay', () => {
  const skipped: Problem[] = [];
  const supported = withSupportedXml(model, (problem) => skipped.push(problem));
  expect(skipped.map(({ pointer }) => pointer)).toEqual(['#/paths/~1bad/get']);
  expect(supported.operations.map(({ id }) => id)).toEqual(['good', 'json']);
  expect(supported.document.paths['/bad']).toEqual({});
  expect(model.document.paths['/bad']).not.toEqual({});
  expect([...emitXmlCodecs(supported).keys()]).toContain('codecs/Good.ts');
});
