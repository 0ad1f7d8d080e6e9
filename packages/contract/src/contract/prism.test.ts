import { expect, test } from 'vitest';
import { readResources } from './prism.ts';

test('references in extensions and examples are data, wherever they seem to lead', async () => {
  const schema = {
    type: 'object',
    'x-rules': [{ $ref: '../rules.yaml' }, { $ref: '#/none' }],
    properties: { share: { $ref: '#/components/schemas/50%25' } },
    example: { $ref: 'http://127.0.0.1:1/nowhere' },
  };
  const responses = { 200: { description: 'd', content: { 'application/json': { schema } } } };
  const resources = await readResources({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a%': { get: { operationId: 'getA', responses } } },
    components: { schemas: { '50%': { type: 'number' } } },
  });
  expect([...resources.keys()]).toEqual(['getA']);
});
