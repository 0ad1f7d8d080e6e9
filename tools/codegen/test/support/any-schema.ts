import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/model/model.ts';

/** Names that schemas refer to and members have; some mean something to JavaScript. */
const NAMES = [
  'A',
  'ASchema',
  'B',
  'zB',
  'C',
  'pattern',
  'a-b',
  'a_b',
  'Record',
  'Error',
  'constructor',
  'to string',
  '1',
];
const name = fc.constantFrom(...NAMES);
const type = fc.constantFrom('object', 'array', 'string', 'integer', 'number', 'boolean', 'null');
const value = fc.oneof(
  fc.constantFrom(null, 0, -1, 1.5, 2 ** 53, true, '', 'p', 'a\nb', '*/', '"'),
  fc.array(fc.constantFrom(1, 'x'), { maxLength: 2 }),
  fc.constantFrom({}, { a: 1 }),
);
const reference = fc.oneof(
  { weight: 5, arbitrary: name.map((each) => `#/components/schemas/${encodeURIComponent(each)}`) },
  fc.constantFrom('#/components/schemas/A/properties/a', '#/components/schemas/B/items', '#/components/schemas/none'),
);

const KEYS =
  'type enum const format nullable properties required additionalProperties patternProperties items prefixItems allOf anyOf oneOf not discriminator xml default readOnly writeOnly description minimum pattern'.split(
    ' ',
  );

/** Schemas of any form that a description can hold, sensible or not: combinations of nothing, references in circles. */
const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const list = fc.array(tie('schema'), { maxLength: 3 });
  const map = fc.dictionary(name, tie('schema'), { maxKeys: 3 });
  const keywords = fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { maxLength: 3 })),
      enum: fc.array(value, { maxLength: 3 }),
      const: value,
      format: fc.constantFrom('date-time', 'int64', 'binary', 'none'),
      nullable: fc.boolean(),
      properties: map,
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: tie('schema'),
      patternProperties: fc.dictionary(fc.constantFrom('^a', '^[0-9]+$'), tie('schema'), { maxKeys: 1 }),
      items: tie('schema'),
      prefixItems: list,
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: tie('schema'),
      discriminator: fc.record({ propertyName: name }, { requiredKeys: ['propertyName'] }),
      xml: fc.record(
        { name: fc.constantFrom('a', 'b:c', ''), attribute: fc.boolean(), wrapped: fc.boolean() },
        { requiredKeys: [] },
      ),
      default: value,
      readOnly: fc.boolean(),
      writeOnly: fc.boolean(),
      description: fc.constantFrom('text', 'a */ b', ''),
      minimum: fc.integer(),
      pattern: fc.constantFrom('^a', '[\\w-.]', '('),
    },
    { requiredKeys: [] },
  );
  // Most schemas say few things.
  const few = fc
    .tuple(keywords, fc.shuffledSubarray(KEYS, { minLength: 0, maxLength: 3 }))
    .map(([all, kept]) => Object.fromEntries(Object.entries(all).filter(([key]) => kept.includes(key))));
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 2, arbitrary: reference.map(($ref) => ({ $ref })) },
      { weight: 5, arbitrary: few },
    ),
  };
});

/** How many schemas a description has. */
export const SCHEMAS = NAMES.length;

/** A description whose components are such schemas; operations use each as JSON and XML, and as a parameter. */
export const anyDescription: fc.Arbitrary<OpenApiDocument> = fc.tuple(...NAMES.map(() => schema)).map((schemas) => ({
  openapi: '3.1.0',
  info: { title: 'Any', version: '1' },
  paths: Object.fromEntries(
    NAMES.flatMap((each, index) => {
      const $ref = `#/components/schemas/${encodeURIComponent(each)}`;
      const content = { 'application/json': { schema: { $ref } }, 'application/xml': { schema: { $ref } } };
      const responses = { 200: { description: 'd', content }, 400: { description: 'd', content } };
      const parameters = [{ name: 'p', in: 'query', schema: { $ref } }];
      return [
        [`/body${index}`, { post: { operationId: `body${index}`, requestBody: { content }, responses } }],
        [
          `/query${index}`,
          { get: { operationId: `query${index}`, parameters, responses: { 204: { description: 'd' } } } },
        ],
      ];
    }),
  ),
  components: { schemas: Object.fromEntries(NAMES.map((each, index) => [each, schemas[index]])) },
}));
