import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const operation = 'parameters: [{ $ref: ../../components/parameters/Id.yaml }]';
const used = { 'components/parameters/Id.yaml': 'name: id\nin: query\nschema: { type: integer }\n' };

test.each([
  [{}, []],
  [{ 'components/schemas/Thing.yaml': 'type: object' }, ['Nothing refers to `components/schemas/Thing.yaml`.']],
  [{ 'operations/things/getThing.yaml': 'summary: Get it' }, ['Nothing refers to `operations/things/getThing.yaml`.']],
  [
    { 'components/parameters/ID.yaml': 'name: ID' },
    [
      'Nothing refers to `components/parameters/ID.yaml`.',
      '`components/parameters/Id.yaml` and `components/parameters/ID.yaml` differ only in case.',
    ],
  ],
])('with %o', async (files, messages) => {
  expect(await lintOperation('file-used', operation, 'get /things', { ...used, ...files })).toEqual(messages);
});
