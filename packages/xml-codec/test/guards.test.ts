import { describe, expect, test } from 'vitest';
import type { Limits, XmlError, XmlErrorCode } from '../src/index.ts';
import { bothOf } from './compiled.ts';
import { errorOf } from './error-of.ts';

/** Documents that both codecs reject. Each row: the document, the code of the error. */

const both = bothOf({
  type: 'object',
  xml: { name: 'contact' },
  properties: {
    id: { type: 'integer' },
    name: { type: ['string', 'null'] },
    anonymous: { type: 'boolean', xml: { attribute: true } },
    tag: { type: 'array', items: { type: 'string' } },
    child: { $ref: '#/components/schemas/Root', xml: { name: 'child' } },
  },
});

const bytes = (...codes: number[]) => Uint8Array.from(codes);
const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));

describe.each(both)('%s codec', (which, codec) => {
  test.each<[string, string | Uint8Array, XmlErrorCode]>([
    ['nothing', '', 'malformed'],
    ['white space alone', ' \n', 'malformed'],
    ['text alone', 'contact', 'unexpected'],
    ['truncated in text', '<contact><name>Ad', 'malformed'],
    ['truncated after a child', '<contact><name>Ada</name>', 'malformed'],
    ['truncated in a start tag', '<contact><name', 'malformed'],
    ['truncated in an attribute', '<contact anonymous="tr', 'malformed'],
    ['truncated in an end tag', '<contact></contact', 'malformed'],
    ['truncated in a comment', '<contact><!-- ', 'malformed'],
    ['truncated in CDATA', '<contact><name><![CDATA[Ada', 'malformed'],
    ['truncated in an unknown child', '<contact><other><b>', 'malformed'],
    ['mismatched tags', '<contact><name>Ada</nam></contact>', 'malformed'],
    ['crossed tags', '<contact><a><b></a></b></contact>', 'malformed'],
    ['an end tag of another prefix', '<contact><p:name>Ada</q:name></contact>', 'malformed'],
    ['an end tag too many', '<contact/></contact>', 'malformed'],
    ['a second root', '<contact/><contact/>', 'malformed'],
    ['text after the root', '<contact/>x', 'unexpected'],
    ['text before the root', 'x<contact/>', 'unexpected'],
    ['a reference outside the root', '<contact/>&#32;', 'malformed'],
    ['CDATA outside the root', '<contact/><![CDATA[ ]]>', 'malformed'],
    ['DOCTYPE', '<!DOCTYPE contact><contact/>', 'forbidden'],
    ['DOCTYPE with an entity', '<!DOCTYPE c [<!ENTITY a "b">]><contact><name>&a;</name></contact>', 'forbidden'],
    ['an unknown entity', '<contact><name>&nbsp;</name></contact>', 'forbidden'],
    ['an entity called like a method', '<contact><name>&constructor;</name></contact>', 'forbidden'],
    ['a bare &', '<contact><name>a & b</name></contact>', 'malformed'],
    ['a reference without end', '<contact><name>&amp</name></contact>', 'malformed'],
    ['an illegal character', '<contact><name>\u0001</name></contact>', 'malformed'],
    ['an illegal character in an attribute', '<contact a="\u0001"/>', 'malformed'],
    ['an illegal character in CDATA', '<contact><name><![CDATA[\u0001]]></name></contact>', 'malformed'],
    ['an illegal character in a comment', '<contact><!-- \u0001 --></contact>', 'malformed'],
    ['an illegal character in an unknown child', '<contact><other>\ufffe</other></contact>', 'malformed'],
    ['an illegal character as decimal reference', '<contact><name>&#0;</name></contact>', 'malformed'],
    ['an illegal character as hexadecimal reference', '<contact><name>&#xFFFF;</name></contact>', 'malformed'],
    ['a surrogate as reference', '<contact><name>&#xD83D;&#xDC31;</name></contact>', 'malformed'],
    ['a character beyond Unicode', '<contact><name>&#x110000;</name></contact>', 'malformed'],
    ['a lone surrogate', '<contact><name>\ud83d</name></contact>', 'malformed'],
    ['UTF-16 bytes', utf16('<contact/>'), 'encoding'],
    ['UTF-16 bytes with mark', utf16('\ufeff<contact/>'), 'encoding'],
    ['bytes that are not UTF-8', latin('<contact><name>é</name></contact>'), 'encoding'],
    ['overlong UTF-8', bytes(0x3c, 0xc0, 0xbe), 'encoding'],
    ['another declared encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><contact/>', 'encoding'],
    ['XML 1.1', '<?xml version="1.1"?><contact/>', 'malformed'],
    ['a declaration that is none', '<?xml encoding="UTF-8"?><contact/>', 'malformed'],
    ['a declaration with another white space', '<?xml\u00a0version="1.0"?><contact/>', 'malformed'],
    ['a declaration that is not first', ' <?xml version="1.0"?><contact/>', 'malformed'],
    ['a duplicate attribute', '<contact a="1" a="2"/>', 'malformed'],
    ['attributes without space between', '<contact a="1"b="2"/>', 'malformed'],
    ['an attribute without value', '<contact a/>', 'malformed'],
    ['an attribute without quotes', '<contact a=1/>', 'malformed'],
    ['< in an attribute', '<contact a="<"/>', 'malformed'],
    [']]> in text', '<contact><name>]]></name></contact>', 'malformed'],
    ['-- in a comment', '<contact><!-- a -- b --></contact>', 'malformed'],
    ['an instruction called xml', '<contact><?XML a?></contact>', 'malformed'],
    ['an instruction without name', '<contact><? a?></contact>', 'malformed'],
    ['a name that starts with a digit', '<contact><1a/></contact>', 'malformed'],
    ['a name with two prefixes', '<contact><a:b:c/></contact>', 'malformed'],
    ['space before a name', '< contact/>', 'malformed'],
    ['another root', '<person/>', 'root'],
    ['a child twice', '<contact><id>1</id><id>1</id></contact>', 'duplicate'],
    ['text in an object', '<contact>Ada</contact>', 'unexpected'],
    ['an element in a scalar', '<contact><name>A<b/></name></contact>', 'unexpected'],
    ['nil that must not be', '<contact><id nil="true"/></contact>', 'type'],
    ['nil with text', '<contact><name nil="true">Ada</name></contact>', 'type'],
    ['nil of the root', '<contact nil="true"/>', 'type'],
  ])('refuses %s', (_, document, code) => {
    const error = errorOf(() => codec.decode(document));
    // The reference leaves well-formedness to its parser, which knows one kind of fault.
    if (which === 'compiled') expect(error.code).toBe(code);
  });

  test.each<[string, Partial<Limits>, string]>([
    ['depth', { depth: 3 }, `<contact>${'<child>'.repeat(3)}${'</child>'.repeat(3)}</contact>`],
    ['depth of what is unknown', { depth: 3 }, `<contact>${'<x>'.repeat(3)}${'</x>'.repeat(3)}</contact>`],
    ['depth, 10,000 levels', {}, `<contact>${'<child>'.repeat(10_000)}`],
    ['depth, 100,000 unknown levels', {}, `<contact>${'<x>'.repeat(100_000)}${'</x>'.repeat(100_000)}</contact>`],
    ['nodes', { nodes: 10 }, `<contact>${'<tag/>'.repeat(10)}</contact>`],
    ['nodes, comments', { nodes: 10 }, `<contact>${'<!---->'.repeat(10)}</contact>`],
    ['nodes, unknown', { nodes: 10 }, `<contact>${'<x/>'.repeat(10)}</contact>`],
    ['attributes', { attributes: 2 }, '<contact a="1" b="2" c="3"/>'],
    ['text', { text: 5 }, '<contact><name>123456</name></contact>'],
    ['text in pieces', { text: 5 }, '<contact><name>1&lt;3<![CDATA[45]]>6</name></contact>'],
    ['text of an attribute', { text: 5 }, '<contact a="123456"/>'],
    ['text that is unknown', { text: 5 }, '<contact><x>123456</x></contact>'],
  ])('limits %s', (_, limits, document) => {
    expect(errorOf(() => codec.decode(document, limits)).code).toBe('limit');
  });

  test('reads up to the limits', () => {
    const document = '<contact a="1" b="2"><child><name>12345</name></child></contact>';
    expect(codec.decode(document, { depth: 3, nodes: 3, attributes: 2, text: 5 })).toStrictEqual({
      child: { name: '12345' },
    });
  });

  test('refuses a text above one million characters, by default', () => {
    const of = (length: number) => `<contact><name>${'a'.repeat(length)}</name></contact>`;
    expect(codec.decode(of(1_000_000)).name).toHaveLength(1_000_000);
    expect(errorOf(() => codec.decode(of(1_000_001))).code).toBe('limit');
  });

  test.each<[string, string | Uint8Array, unknown]>([
    ['a byte order mark', '\ufeff<contact/>', {}],
    ['a byte order mark in bytes', bytes(0xef, 0xbb, 0xbf, ...latin('<contact/>')), {}],
    ['a declaration', "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\r\n<contact/>\n", {}],
    [
      'comments and instructions',
      '<!-- a --><?a b?><contact><?c?><id>4<!-- b -->2</id><!-- c --></contact><!-- d --><?e?>',
      { id: 42 },
    ],
    ['white space in tags', '<contact\n\tanonymous = "true"\n><id >42</id\n></contact >', { anonymous: true, id: 42 }],
    ['single quotes', "<contact anonymous='1'/>", { anonymous: true }],
    ['the five entities', '<contact><name>&lt;&gt;&amp;&quot;&apos;</name></contact>', { name: '<>&"\'' }],
    ['character references', '<contact><name>&#65;&#x42;&#x1F431;</name></contact>', { name: 'AB🐱' }],
    ['CDATA', '<contact><name>a<![CDATA[<b>&amp;]]>c</name></contact>', { name: 'a<b>&amp;c' }],
    ['line ends made line feeds', '<contact><name>a\r\nb\rc&#13;d</name></contact>', { name: 'a\nb\nc\rd' }],
    ['text to the letter', '<contact><name> a \n</name></contact>', { name: ' a \n' }],
    ['empty text', '<contact><name></name></contact>', { name: '' }],
    ['an empty element', '<contact><name/></contact>', { name: '' }],
    [
      'any order',
      '<contact><name>A</name><tag>x</tag><id>1</id><tag>y</tag></contact>',
      { id: 1, name: 'A', tag: ['x', 'y'] },
    ],
    ['unknown children and attributes', '<contact b="c"><x y="z">t<id>9</id>u</x><id>1</id></contact>', { id: 1 }],
    ['any prefix', '<p:contact xmlns:p="urn:p"><p:id>1</p:id></p:contact>', { id: 1 }],
    [
      'attributes of another namespace',
      '<contact xmlns:p="urn:p" p:anonymous="no" anonymous="yes"/>',
      { anonymous: true },
    ],
    ['nil', '<contact><name nil="true"/></contact>', { name: null }],
    ['nil in other words', '<contact><name nil=" 1 "></name></contact>', { name: null }],
    ['nil of XML Schema', '<contact><name xmlns:xsi="urn:x" xsi:nil="true"/></contact>', { name: null }],
    ['nil that is not', '<contact><name nil="false">A</name></contact>', { name: 'A' }],
    ['names beyond ASCII', '<contact><é-𐐀/><id>1</id></contact>', { id: 1 }],
  ])('reads %s', (_, document, value) => {
    expect(codec.decode(document)).toStrictEqual(value);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'an unknown element %s changes nothing',
    (name) => {
      const value = codec.decode(`<contact ${name}="1"><${name}><polluted>1</polluted></${name}><id>1</id></contact>`);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value)).toEqual(['id']);
      expect('polluted' in {}).toBe(false);
    },
  );

  test.each<[string, unknown, XmlErrorCode]>([
    ['an illegal character', { name: 'a\u0000' }, 'unwritable'],
    ['an illegal character in an array', { tag: ['\uffff'] }, 'unwritable'],
    ['a lone surrogate', { name: '\udc00' }, 'unwritable'],
    ['a string for an integer', { id: '1' }, 'type'],
    ['a fraction for an integer', { id: 1.5 }, 'type'],
    ['an integer that is not safe', { id: 2 ** 53 }, 'type'],
    ['NaN', { id: Number.NaN }, 'type'],
    ['null that must not be', { id: null }, 'type'],
    ['a number for a string', { name: 7 }, 'type'],
    ['a string for a boolean', { anonymous: 'true' }, 'type'],
    ['an object for an array', { tag: {} }, 'type'],
    ['an array for an object', [], 'type'],
    ['a string for an object', { child: 'x' }, 'type'],
    ['nothing', undefined, 'missing'],
    ['a hole in an array', { tag: [undefined] }, 'missing'],
  ])('does not write %s', (_, value, code) => {
    expect(errorOf(() => codec.encode(value)).code).toBe(code);
  });

  test('goes 256 levels deep when it may', () => {
    const depth = 256;
    const document = `${'<contact>'}${'<child>'.repeat(depth - 1)}${'</child>'.repeat(depth - 1)}</contact>`;
    const value = codec.decode(document, { depth });
    expect(codec.decode(codec.encode(value), { depth })).toStrictEqual(value);
    expect(errorOf(() => codec.encode({ child: value })).code).toBe('limit');
  });

  test('does not write a value that holds itself', () => {
    const value: { child?: unknown } = {};
    value.child = value;
    expect(errorOf(() => codec.encode(value)).code).toBe('limit');
  });
});

describe('where it was', () => {
  const [[, codec]] = both as [(typeof both)[0]];

  test.each<[string, Partial<XmlError>]>([
    [
      '<contact>\n  <id>abc</id></contact>',
      { path: '/contact/id', line: 2, column: 7, expected: 'an integer up to ±9007199254740991' },
    ],
    [
      '<contact>\r\n<tag/><tag/><tag><b/></tag></contact>',
      { path: '/contact/tag[3]', line: 2, column: 18, expected: 'text' },
    ],
    ['<contact><child><id>1</id><id>2</id></child></contact>', { path: '/contact/child/id[2]', expected: 'one id' }],
    ['<contact><name>Ada</contact>', { path: '/contact/name', expected: '</name>' }],
    ['<contact><!-- <a> --><name x="<">', { path: '/contact/name' }],
    ['<contact><child anonymous="maybe"/></contact>', { path: '/contact/child', expected: 'true or false' }],
    [
      '<contact><id>99999999999999999999</id></contact>',
      { path: '/contact/id', expected: 'an integer up to ±9007199254740991' },
    ],
    ['<person/>', { path: '/person', line: 1, expected: 'contact' }],
  ])('of %j', (document, place) => {
    expect(errorOf(() => codec.decode(document))).toMatchObject(place);
  });

  test.each<[unknown, string]>([
    [{ child: { child: { id: 'x' } } }, '/contact/child/child/id'],
    [{ tag: ['a', 'b', '\u0001'] }, '/contact/tag[3]'],
    [{ anonymous: 1 }, '/contact/@anonymous'],
    [7, '/contact'],
  ])('of %j', (value, path) => {
    expect(errorOf(() => codec.encode(value)).path).toBe(path);
  });

  test.each([
    [
      '<contact><id>abc</id></contact>',
      '/contact/id: must be an integer up to ±9007199254740991, not "abc" (line 1, column 14)',
    ],
    ['<contact><id>1</id><id>2</id></contact>', '/contact/id[2]: must be one id, not two (line 1, column 23)'],
    ['<contact><tag>a</b></contact>', '/contact/tag: must be </tag>, not another end tag (line 1, column 16)'],
    ['<contact><tag a=b/></contact>', '/contact/tag: ="…" after a is required (line 1, column 14)'],
    ['<contact><tag>&nbsp;</tag></contact>', '/contact/tag: the entity &nbsp; is not allowed here (line 1, column 15)'],
    [
      '<contact><!-- -- --></contact>',
      '/contact: the character U+002D in <!--…--> is not allowed here (line 1, column 15)',
    ],
  ])('the message of %j is for people', (document, message) => {
    expect(errorOf(() => codec.decode(document)).message).toBe(message);
  });

  test('a depth limit that would move the overflow into the stack is refused', () => {
    expect(() => codec.decode('<contact/>', { depth: 100_000 })).toThrow(RangeError);
  });
});
