import { expect, test } from 'vitest';
import { strip } from './strip.ts';

test('words go, things that are named like words stay', () => {
  const schema = {
    type: 'object',
    description: 'A thing.',
    properties: { description: { type: 'string', example: 'x' } },
  };
  const document = {
    openapi: '3.1.0',
    info: { version: '1', title: 'T' },
    tags: [],
    paths: {},
    components: { schemas: { title: schema } },
  };
  expect(strip(document)).toEqual({
    openapi: '3.1.0',
    info: { version: '1' },
    paths: {},
    components: { schemas: { title: { type: 'object', properties: { description: { type: 'string' } } } } },
  });
});

test('what a description lacks counts as empty', () => {
  expect(strip({ openapi: '3.1.0' })).toEqual({ openapi: '3.1.0', info: {}, paths: {}, components: {} });
});
