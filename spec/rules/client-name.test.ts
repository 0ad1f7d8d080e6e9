import { expect, test } from 'vitest';
import { description, lintFiles } from './testing.ts';

const one = '{ operationId: getThing, tags: [Things], x-client-name: get }';

test.each([
  ['{ operationId: listThings, tags: [Things], x-client-name: list }', []],
  ['{ operationId: getWidget, tags: [Widgets], x-client-name: get }', []],
  ['{ operationId: readThing, tags: [Things] }', ['x-client-name `` is not a name in camelCase.']],
  [
    '{ operationId: readThing, tags: [Things], x-client-name: Read }',
    ['x-client-name `Read` is not a name in camelCase.'],
  ],
  [
    '{ operationId: readThing, tags: [Things], x-client-name: get }',
    ['x-client-name `get` of `readThing` is taken in the group Things by `getThing`.'],
  ],
])('getThing beside %s', async (other, messages) => {
  const root = description(`/one:\n    get: ${one}\n  /two:\n    get: ${other}`);
  expect(await lintFiles('client-name', { 'openapi.yaml': root })).toEqual(messages);
});
