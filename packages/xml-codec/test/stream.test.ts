import { describe, expect, test } from 'vitest';
import type { Schema } from '../src/plan/index.ts';
import { type ElementsOptions, readElements } from '../src/stream/index.ts';
import { codecs } from './compiled.ts';
import { errorOf } from './error-of.ts';

const string = { type: 'string' };
const contact: Schema = {
  type: 'object',
  xml: { name: 'contact' },
  properties: {
    id: { type: 'integer' },
    key: { ...string, xml: { attribute: true } },
    name: string,
    score: { ...string, xml: { prefix: 'x', namespace: 'urn:x' } },
    contact: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
  },
};
const { decode } = codecs({ Root: contact }).compiled;
const { decode: decodePage } = codecs({
  Root: {
    type: 'object',
    xml: { name: 'contacts' },
    properties: { total: { type: 'integer' }, contact: { type: 'array', items: contact } },
  },
}).compiled;
const options = { path: ['contacts', 'contact'], decode } satisfies ElementsOptions<unknown>;

/** A source in pieces of so many bytes. */
async function* pieces(xml: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml;
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

async function all<T>(elements: AsyncGenerator<T, string>): Promise<{ items: T[]; rest: string }> {
  const items: T[] = [];
  for (;;) {
    const next = await elements.next();
    if (next.done) return { items, rest: next.value };
    items.push(next.value);
  }
}

async function failure(elements: AsyncGenerator<unknown, string>): Promise<unknown> {
  const error: unknown = await all(elements).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return errorOf(() => {
    throw error;
  }).message;
}

const ROWS: [string, string, unknown[]][] = [
  ['none', '<contacts/>', []],
  ['none, and more', '<contacts><total>0</total></contacts>', []],
  [
    'some',
    '<contacts><contact><id>1</id></contact>\n<contact key="a>b"/><total>2</total></contacts>',
    [{ id: 1 }, { key: 'a>b' }],
  ],
  [
    'prologue, comments, instructions, CDATA and line ends',
    '<?xml version="1.0"?>\r\n<!-- <contact/> -->\r\n<contacts><?x <contact/>?><!--<contact>--><contact><name>a\r\nb<![CDATA[</contact>]]><!-- </contact> --></name></contact></contacts>\r\n<!--x-->',
    [{ name: 'a\nb</contact>' }],
  ],
  [
    'elements of the same name further in and elsewhere',
    '<contacts><other><contact><id>9</id></contact></other><contact><id>1</id><contact><id>2</id></contact></contact></contacts>',
    [{ id: 1, contact: [{ id: 2 }] }],
  ],
  [
    'prefixes that the root declares',
    '<a:contacts xmlns:a="urn:a" xmlns:y="urn:x" xmlns:z="urn:z"><a:contact><y:score>3</y:score></a:contact><z:contact/><contact xmlns="urn:other"/></a:contacts>',
    [{ score: '3' }],
  ],
  [
    'prefixes that mean something else in the element',
    '<contacts xmlns:x="urn:no"><contact xmlns:x="urn:x"><x:score>3</x:score></contact><contact><x:score>4</x:score></contact></contacts>',
    [{ score: '3' }, {}],
  ],
  [
    'letters of several bytes',
    `<contacts>${'<contact><name>žluť 🌷</name></contact>'.repeat(3)}</contacts>`,
    Array(3).fill({ name: 'žluť 🌷' }),
  ],
];

describe.each(ROWS)('%s', (_, xml, wanted) => {
  test.each([1, 2, 3, 7, 64, 100_000])('in pieces of %i bytes', async (size) => {
    const { items, rest } = await all(readElements(pieces(xml, size), options));
    expect(items).toEqual(wanted);
    expect(decodePage(rest)).toEqual(rest.includes('<total>') ? { total: Number(/\d/.exec(rest)![0]) } : {});
  });
});

test('elements are there before the document ends', async () => {
  async function* endless() {
    yield '<contacts>';
    for (let id = 1; ; id++) yield `<contact><id>${id}</id></contact>`;
  }
  const elements = readElements(endless(), options);
  for (let id = 1; id < 50; id++) expect((await elements.next()).value).toEqual({ id });
  await elements.return('');
});

test.each<[string, string, string]>([
  ['another root', '<persons/>', '/: must be contacts, not "persons" (line 1, column 1)'],
  ['a DOCTYPE', '<!DOCTYPE contacts><contacts/>', '/: "<!DOCTYPE" is not allowed here (line 1, column 1)'],
  [
    'an element that is not of its schema',
    '<contacts>\n  <contact><id>1</id></contact>\n  <contact><id>x</id></contact></contacts>',
    '/contacts/contact[2]/id: must be an integer up to ±9007199254740991, not "x" (line 3, column 16)',
  ],
  [
    'one below prefixes',
    '<contacts xmlns:a="urn:a"><contact><id>x</id></contact></contacts>',
    '/contacts/contact/id: must be an integer up to ±9007199254740991, not "x" (line 1, column 40)',
  ],
  ['an element without an end', '<contacts><contact><id>1</id>', '/contacts: contact has no end (line 1, column 30)'],
  [
    'an end tag of another name',
    '<contacts><contact></b></contacts>',
    '/contacts/contact: must be </contact>, not another end tag (line 1, column 20)',
  ],
  [
    'a root of another end',
    '<contacts><contact/></b>',
    '/contacts: must be </contacts>, not another end tag (line 1, column 11)',
  ],
  [
    'no end of the root',
    '<contacts><contact/>',
    '/contacts: the end of the document is not allowed here (line 1, column 11)',
  ],
  ['two roots', '<contacts/><contacts/>', '/: a second root element is not allowed here (line 1, column 12)'],
  ['nothing', '', '/: a name is required (line 1, column 2)'],
])('%s is refused', async (_, xml, message) => {
  for (const size of [1, 5, 1000]) expect(await failure(readElements(pieces(xml, size), options))).toBe(message);
});

test('bytes that are not of the encoding are refused, others are read', async () => {
  const bytes = Buffer.from('<contacts><contact><name>Jörg</name></contact></contacts>', 'latin1');
  expect(await failure(readElements(pieces(bytes, 3), options))).toBe('/: utf-8 is required');
  const { items } = await all(readElements(pieces(bytes, 3), { ...options, encoding: 'latin1' }));
  expect(items).toEqual([{ name: 'Jörg' }]);
});

const declaration = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
const jorg = '<contacts><contact><name>Jörg</name></contact></contacts>';

test.each<[string, Buffer]>([
  ['a declaration', Buffer.from(declaration('ISO-8859-1') + jorg, 'latin1')],
  ['a byte order mark', Buffer.from(`\ufeff${jorg}`, 'utf16le')],
  ['nothing', Buffer.from(jorg)],
])('an encoding that %s says is read', async (_, bytes) => {
  for (const size of [1, 150, 1000]) {
    const { items } = await all(readElements(pieces(bytes, size), { ...options, encoding: 'declared' }));
    expect(items).toEqual([{ name: 'Jörg' }]);
  }
});

test('an encoding that nobody knows is refused', async () => {
  const bytes = Buffer.from(declaration('x-none') + jorg);
  expect(await failure(readElements(pieces(bytes, 9), { ...options, encoding: 'declared' }))).toBe(
    '/: x-none is required',
  );
});

test.each([
  ['an element', `<contacts><contact><name>${'-'.repeat(5000)}</name></contact></contacts>`],
  ['an attribute', `<contacts><contact key="${'-'.repeat(5000)}"/></contacts>`],
  ['a comment', `<contacts><!--${'-'.repeat(5000)}--></contacts>`],
  ['all the rest', `<contacts>${'<a/>'.repeat(1000)}</contacts>`],
  ['what never ends', `<contacts><contact>${'<a>'.repeat(1000)}`],
])('%s beyond the limit is refused', async (_, xml) => {
  for (const size of [1, 100, 100_000])
    expect(await failure(readElements(pieces(xml, size), { ...options, maxElement: 2000 }))).toContain('maxElement');
});

test('a megabyte in single bytes takes no longer than its length says', async () => {
  const xml = `<contacts>${'<contact><id>1</id></contact>'.repeat(4)}<contact><name>${'-'.repeat(900_000)}</name></contact></contacts>`;
  const { items } = await all(readElements(pieces(xml, 1), options));
  expect(items).toHaveLength(5);
});
