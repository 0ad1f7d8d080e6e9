import { expect, test } from 'vitest';
import { mediaKind, mediaTypeOf } from './media.ts';

test.each([
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['application/vnd.service.api+xml', 'xml'],
  ['Application/XML; charset=utf-8', 'xml'],
  ['application/json', 'json'],
  ['application/problem+json', 'json'],
  ['text/html', 'text'],
  ['text/*', 'text'],
  ['*/*', 'binary'],
  ['application/*', 'binary'],
  ['application/pdf', 'binary'],
  ['multipart/form-data', 'binary'],
  ['application/xml-dtd', 'binary'],
])('%s is %s', (mediaType, kind) => {
  expect(mediaKind(mediaType)).toBe(kind);
});

test('parameters of a media type are dropped', () => {
  expect(mediaTypeOf('application/xml; charset=utf-8')).toBe('application/xml');
});

test('any type of a syntax is the plain one', () => {
  expect(['application/*+json', 'application/*+xml; v=1'].map(mediaTypeOf)).toEqual([
    'application/json',
    'application/xml',
  ]);
});
