import { expect, test } from 'vitest';
import { describeOperation } from '../../test/support/describe.ts';
import { buildModel } from '../model/build.ts';
import { toolOperations, withoutHtml } from './operations.ts';

test('what the client sends by itself is no argument', () => {
  const model = buildModel(
    describeOperation(`parameters:
  - { name: Action, in: query, required: true, schema: { type: string, enum: [List] } }
  - { name: Limit, in: query, required: true, schema: { type: integer, enum: [1, 2] } }
  - { name: X-Kind, in: header, required: true, schema: { type: string, enum: [a] } }
  - { name: Told, in: query, required: true, x-explicit: true, schema: { type: string, enum: [a] } }`),
  );
  const [operation] = toolOperations(model) as [{ parameters: { name: string }[] }];
  expect(operation.parameters.map(({ name }) => name)).toEqual(['Limit', 'X-Kind', 'Told']);
});

test.each([
  ['<p>Lists <code>queues</code>.</p> <p>See <a href="https://a.test">there</a>.</p>', 'Lists queues.\n\nSee there.'],
  ['All where a < b and c > d, or <name>', 'All where a < b and c > d, or <name>'],
  ['One<br/>Two', 'One\nTwo'],
])('%s without HTML', (text, wanted) => expect(withoutHtml(text)).toBe(wanted));
