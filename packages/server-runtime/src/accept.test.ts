import { expect, test } from 'vitest';
import { acceptedName, isOpen, mediaTypeAliases, negotiate, negotiator, offer } from './accept.ts';

const xml = 'application/vnd.service.api+xml';
const json = 'application/vnd.service.api+json';

test.each([
  [undefined, 0],
  ['', 0],
  [' ', 0],
  ['*/*', 0],
  ['*', 0],
  [xml, 0],
  [`${xml}; charset=utf-8`, 0],
  [xml.toUpperCase(), 0],
  ['application/xml', 0],
  ['text/xml', 0],
  ['application/*', 0],
  ['text/*', 0],
  [json, 1],
  ['application/json', 1],
  [`${json};q=0.5, ${xml};q=0.4`, 1],
  [`${xml};q=0, ${json}`, 1],
  [`${xml};q=0, */*`, 1],
  [`*/*;q=0.1, ${json};q=0.2`, 1],
  [`${json}, */*`, 1],
  ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 0],
  [`text/html, ${json}; q=0.001`, 1],
  [`${xml};q=0.0`, -1],
  ['text/html', -1],
  ['image/*', -1],
  ['*/*;q=0', -1],
  ['rubbish', -1],
  [',,,', -1],
])('%s takes offer %i', (accept, index) => {
  expect(negotiate(accept, [offer(xml), offer(json)])).toBe(index);
});

test.each([
  ['text/html', 0],
  ['image/png', -1],
])('%s of HTML alone is %i', (accept, index) => {
  expect(negotiate(accept, [offer('text/html')])).toBe(index);
});

test('an alias means the offer itself', () => {
  const offers = [offer(xml, ['text/html']), offer(json)];
  expect(negotiate('text/html', offers)).toBe(0);
  expect(negotiate(`text/html;q=0.5, ${json}`, offers)).toBe(1);
});

test('a range on offer meets every type in it', () => {
  expect(negotiate('application/pdf', [offer('*/*')])).toBe(0);
  expect(negotiate('image/png', [offer('image/*')])).toBe(0);
  expect(negotiate('text/html', [offer('image/*')])).toBe(-1);
});

test('what is remembered is what was found, for any number of headers', () => {
  const remember = negotiator([offer(xml), offer(json)]);
  const headers = Array.from({ length: 100 }, (_each, n) => (n % 3 === 0 ? xml : n % 3 === 1 ? json : `image/x${n}`));
  for (const header of [...headers, ...headers])
    expect(remember(header).index).toBe(negotiate(header, [offer(xml), offer(json)]));
  expect(remember(undefined)).toEqual({ index: 0 });
});

const otherNames = mediaTypeAliases({ [xml]: ['application/vnd.*.api+xml'] });

test.each([
  ['application/vnd.word.api+xml', xml, 'application/vnd.word.api+xml'],
  ['application/vnd.word7.api+xml;q=0.5, */*', xml, 'application/vnd.word7.api+xml'],
  ['application/vnd.two-words.api+xml', xml, undefined],
  ['application/xml', xml, 'application/xml'],
  ['application/json', json, 'application/json'],
  ['application/json', 'application/problem+json', undefined],
  ['application/json;q=0', json, undefined],
  ['*/*', xml, undefined],
  [undefined, xml, undefined],
])('%s calls %s %s', (accept, mediaType, name) => {
  expect(acceptedName(accept, offer(mediaType, [], otherNames))).toBe(name);
});

test.each([
  [undefined, true],
  ['', true],
  ['*/*', true],
  ['*/*;q=0.8', true],
  [`${json}, */*`, false],
  ['*/*;q=0', false],
])('%s leaves the choice open: %s', (accept, wanted) => {
  expect(isOpen(accept)).toBe(wanted);
});
