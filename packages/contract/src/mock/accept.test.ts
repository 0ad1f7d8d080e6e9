import type { Content } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { acceptable } from './accept.ts';

const contents = ['application/vnd.a+xml', 'application/json', 'text/html'].map(
  (mediaType) => ({ mediaType }) as Content,
);

test.each<[string | undefined, string | undefined]>([
  [undefined, 'application/vnd.a+xml'],
  ['', 'application/vnd.a+xml'],
  ['*/*', 'application/vnd.a+xml'],
  ['application/vnd.a+xml; charset=utf-8', 'application/vnd.a+xml'],
  ['application/xml', 'application/vnd.a+xml'],
  ['application/json', 'application/json'],
  ['text/*', 'text/html'],
  ['text/html; q=0.5, application/json', 'application/json'],
  ['text/html; q=0, application/json; q=0.1', 'application/json'],
  ['IMAGE/PNG', undefined],
  ['text/html; q=0', undefined],
])('%s', (accept, wanted) => {
  expect(acceptable(contents, accept)?.mediaType).toBe(wanted);
});
