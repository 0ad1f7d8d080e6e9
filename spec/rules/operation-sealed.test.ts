import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const parameter = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const conflict = "responses: { '409': { description: Sealed. } }";

test.each([
  [`${parameter}`, []],
  [`x-sealed: id\n${parameter}\n${conflict}`, []],
  [
    `x-sealed: mailingid\n${parameter}\n${conflict}`,
    ['x-sealed names `mailingid`, which is no path parameter of the operation.'],
  ],
  [`x-sealed: id\n${parameter}`, ['x-sealed is given, but status 409 is missing.']],
])('%s', async (operation, messages) => {
  expect(await lintOperation('operation-sealed', operation, 'post /things/{id}')).toEqual(messages);
});
