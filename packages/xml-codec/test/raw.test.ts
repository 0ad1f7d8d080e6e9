import { describe, expect, test } from 'vitest';
import type { Schema } from '../src/plan/index.ts';
import { bothOf, codecs } from './compiled.ts';

/** An entry of Atom: its content is any XML. */
const entry: Schema = {
  type: 'object',
  xml: { name: 'entry' },
  properties: {
    title: { type: 'string' },
    content: {
      type: 'object',
      properties: {
        type: { type: 'string', xml: { attribute: true } },
        xml: { type: 'string', 'x-xml-raw': true, 'x-xml-text': true },
      },
    },
    any: { type: 'string', 'x-xml-raw': true },
  },
};
const { compiled } = codecs({ Root: entry });

test.each<[string, string, string]>([
  ['mixed content', '<any>a <b c="1">d</b> e</any>', 'a <b c="1">d</b> e'],
  ['text, as it is written', '<any>a &amp; b</any>', 'a &amp; b'],
  ['comments, instructions and CDATA', '<any><!-- x --><?p i?><![CDATA[<]]></any>', '<!-- x --><?p i?><![CDATA[<]]>'],
  ['nothing', '<any/>', ''],
  ['no more than that', '<any></any>', ''],
  [
    'a namespace that is declared outside',
    '<any xmlns:d="urn:d"><d:b><d:c/></d:b> <b/></any>',
    '<d:b xmlns:d="urn:d"><d:c/></d:b> <b xmlns:d="urn:d"/>',
  ],
  ['a namespace of an attribute', '<any xmlns:d="urn:d"><b d:c="1"/></any>', '<b xmlns:d="urn:d" d:c="1"/>'],
  [
    'namespaces declared inside',
    '<any xmlns:d="urn:d"><b xmlns:e="urn:e"><e:c/></b></any>',
    '<b xmlns:e="urn:e"><e:c/></b>',
  ],
])('raw XML is %s', (_, document, any) => {
  const value = compiled.decode(`<entry><title>T</title>${document}</entry>`);
  expect(value).toEqual({ title: 'T', any });
  expect(compiled.decode(compiled.encode(value))).toEqual(value);
});

describe.each(bothOf(entry))('%s', (_, codec) => {
  test('reads and writes it beside attributes', () => {
    const xml = '<entry><content type="xhtml"><div xmlns="urn:x">a<br></br></div></content></entry>';
    const value = { content: { type: 'xhtml', xml: '<div xmlns="urn:x">a<br></br></div>' } };
    expect(codec.decode(xml)).toEqual(value);
    expect(codec.encode(value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
  });
});

test.each(['<b>', 'a & b', '</any><title>', '<!DOCTYPE x>', '<b/', '\u0001'])('%j is not written', (any) => {
  expect(() => compiled.encode({ any })).toThrow(expect.objectContaining({ code: 'type', path: '/entry/any' }));
});

test('the default namespace around it goes with its elements', () => {
  const value = compiled.decode('<entry xmlns="urn:a&amp;b"><any>x<b/></any></entry>');
  expect(value).toEqual({ any: 'x<b xmlns="urn:a&amp;b"/>' });
});

test('a namespace without a declaration is not made up', () => {
  expect(compiled.decode('<entry><any><x:b/></any></entry>')).toEqual({ any: '<x:b/>' });
});
