import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MarkupScan, maxMarkupBytes } from './long-markup.ts';

const long = (unit: string) => unit.repeat(Math.ceil(maxMarkupBytes / unit.length));
const isTooLong = (text: string, pieceBytes = text.length) => {
  const bytes = Buffer.from(text);
  const scan = new MarkupScan();
  for (let at = 0; at < bytes.length; at += pieceBytes)
    if (scan.isTooLong(bytes.subarray(at, at + pieceBytes))) return true;
  return false;
};

test.each<[string, string, boolean]>([
  ['attributes', `<a ${long('b="c" ')}/>`, true],
  ['a value with the ends of tags', `<a b="${long('>')}"/>`, true],
  ['a value in single quotes', `<a b='${long('>"')}'/>`, true],
  ['a tag without an end', `<${long('a')}`, true],
  ['an end tag', `</${long('a')}>`, true],
  ['a comment with tags', `<!--${long('<a>')}-->`, true],
  ['a comment of hyphens', `<!--${long('-')}`, true],
  ['a CDATA section', `<![CDATA[${long('</a>')}]]>`, true],
  ['an instruction', `<?a ${long('>')}?>`, true],
  ['a declaration', `<!DOCTYPE ${long('a')}>`, true],
  ['text', `<a>${long('b')}${long('c')}</a>`, false],
  ['many tags', long('<a b="c" d=\'>\'></a>') + long('<a/>'), false],
  ['many others', long('<!--a--><![CDATA[b]]><?c d?><!D><!-><!>'), false],
  ['comments that end with hyphens', long('<!------><!-- --->'), false],
  ['sections that end with brackets', long('<![CDATA[]]]]]>'), false],
  ['instructions that end with question marks', long('<?a???>'), false],
])('%s', (_, text, wanted) => {
  for (const pieceBytes of [text.length, 16_384, 7]) expect(isTooLong(text, pieceBytes)).toBe(wanted);
});

test('pieces make no difference', () => {
  const parts = ['<a>', '<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '<!', '>', '"', "'", '-', long('b')];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      (some, size) => {
        const text = some.join('');
        expect(isTooLong(text, size * 1000 + 1)).toBe(isTooLong(text));
      },
    ),
    { numRuns: 60 },
  );
});
