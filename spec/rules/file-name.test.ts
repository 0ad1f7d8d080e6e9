import { expect, test } from 'vitest';
import { description, lintFiles } from './testing.ts';

const reference = (ref: string) => `{ operationId: listThings, tags: [Things], parameters: [{ $ref: ${ref} }] }`;
const parameter = 'name: id\nin: query\nschema: { type: integer }\n';

test.each([
  ['operations/things/listThings.yaml', '{ operationId: listThings, tags: [Things] }', []],
  ['operations/big-things/listThings.yaml', '{ operationId: listThings, tags: [Big things] }', []],
  [
    'operations/things/all.yaml',
    '{ operationId: listThings, tags: [Things] }',
    ['The operation stands in `operations/things/all.yaml`, not in `operations/things/listThings.yaml`.'],
  ],
  [
    'operations/misc/listThings.yaml',
    '{ operationId: listThings, tags: [Things] }',
    ['The operation stands in `operations/misc/listThings.yaml`, not in `operations/things/listThings.yaml`.'],
  ],
  ['operations/things/listThings.yaml', reference('../../components/parameters/Id.yaml'), []],
  [
    'operations/things/listThings.yaml',
    reference('../../components/parameters/thing-id.yaml'),
    ['`components/parameters/thing-id.yaml` is not named like `components/schemas/Mailing.yaml`.'],
  ],
  [
    'operations/things/listThings.yaml',
    reference("'../../components/parameters/All.yaml#/id'"),
    ['`../../components/parameters/All.yaml#/id` refers into a file; a component has a file of its own.'],
  ],
])('%s: %s', async (file, operation, messages) => {
  const files = {
    'openapi.yaml': description(`/things:\n    get: { $ref: ${file} }`),
    [file]: operation,
    'components/parameters/Id.yaml': parameter,
    'components/parameters/thing-id.yaml': parameter,
    'components/parameters/All.yaml': `id:\n  ${parameter.trimEnd().replaceAll('\n', '\n  ')}\n`,
  };
  expect(await lintFiles('file-name', files)).toEqual(messages);
});
