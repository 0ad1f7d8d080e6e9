import type { Content } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { findContent } from './document.ts';

const contents = ['application/json', 'application/vnd.shop+json;version=1', 'application/vnd.shop+json;Version=2'].map(
  (mediaType): Content => ({ mediaType, kind: 'json' }),
);

test.each([
  ['application/json; charset=utf-8', 'application/json'],
  ['application/vnd.shop+json; version=2', 'application/vnd.shop+json;Version=2'],
  ['application/vnd.shop+json', 'application/vnd.shop+json;version=1'],
  ['application/vnd.shop+json;version=1;charset=utf-8', 'application/vnd.shop+json;version=1'],
])('%s is read as %s', (sent, wanted) => {
  expect(findContent(contents, sent)?.mediaType).toBe(wanted);
});
