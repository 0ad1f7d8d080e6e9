import { expect, test } from 'vitest';
import { readResources, validateRequest, validateResponse } from '../src/contract/prism.ts';
import { sample } from '../src/values/sample.ts';

/** Amounts of money, which Prism divides and so finds wrong. */

const price = {
  type: 'object',
  properties: { prices: { type: 'array', items: { type: 'number', multipleOf: 0.01 } } },
};
const content = { 'application/json': { schema: price } };

test.each([
  [[19.99, 0.07, 4.35], 0],
  [[19.999], 1],
  [[19.99, 0.005], 1],
])('%j has %i faults', async (prices, count) => {
  const resources = await readResources({
    openapi: '3.1.0',
    info: { title: 'Prices', version: '1' },
    paths: {
      '/': {
        post: {
          operationId: 'set',
          parameters: [{ name: 'step', in: 'query', schema: { type: 'number', multipleOf: 0.01 } }],
          requestBody: { content },
          responses: { 200: { description: 'Set.', content } },
        },
      },
    },
  });
  const resource = resources.get('set')!;
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'post' as const, url: { path: '/', query: { step: '0.07' } }, headers, body: { prices } };
  expect(await validateRequest(resource, request)).toHaveLength(count);
  expect(await validateResponse(resource, { statusCode: 200, headers, body: { prices } })).toHaveLength(count);
});

test('what the kit makes is a multiple', () => {
  expect(sample({ type: 'number', multipleOf: 0.07, minimum: 0.2 })).toBe(1.05);
  expect(sample({ type: 'number', multipleOf: 0.01, example: 19.99 })).toBe(19.99);
});
