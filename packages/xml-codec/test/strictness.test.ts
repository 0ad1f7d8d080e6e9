import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { deep } from '../../../tools/verify/src/deep.ts';
import { toText } from '../src/bytes.ts';
import { QNAME } from '../src/chars.ts';
import { Reader, XmlError } from '../src/index.ts';
import { DEFAULT_LIMITS } from '../src/limits.ts';
import { mutated } from './arbitraries.ts';

/** The reader accepts what saxes accepts, but for what we refuse on purpose: DTDs and names with two colons. */

const name = fc.constantFrom('a', 'b', 'p:c', 'élan', 'x-1', '_');
const text = fc.constantFrom(
  '',
  'x',
  ' ',
  '\n',
  '&amp;',
  '&#xA;',
  '<![CDATA[<]]>',
  '<!-- c -->',
  '<?pi d?>',
  'a]b',
  '>',
  '🐱',
);
const attributes = fc.uniqueArray(fc.tuple(name, fc.constantFrom('', '1', '&quot;', "'", '>')), {
  selector: ([n]) => n,
  maxLength: 2,
});
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      name,
      attributes,
      fc.array(fc.oneof({ depthSize: 'small', maxDepth: 3 }, text, tie('element')), { maxLength: 4 }),
    )
    .map(([n, attrs, inner]) => {
      const start = `<${n}${attrs.map(([k, v]) => ` ${k}="${v}"`).join('')}`;
      return inner.length === 0 ? `${start}/>` : `${start}>${inner.join('')}</${n}>`;
    }),
}));
const prolog = fc.constantFrom(
  '',
  '<?xml version="1.0"?>',
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n',
  '<!-- a -->',
  '\ufeff',
);
const document = fc.tuple(prolog, element).map((parts) => parts.join(''));

function reads(xml: string): boolean {
  try {
    const reader = new Reader(toText(xml), DEFAULT_LIMITS);
    reader.root();
    reader.skip();
    reader.finish();
    return true;
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
}

function saxesReads(xml: string): boolean {
  let accepted = true;
  const refuse = () => {
    accepted = false;
  };
  const parser = new SaxesParser({ defaultXMLVersion: '1.0' });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('xmldecl', ({ version, encoding = 'UTF-8' }) => {
    if (version !== '1.0' || encoding !== 'UTF-8') refuse();
  });
  parser.on('opentag', ({ name: tag, attributes: attrs }) => {
    if (![tag, ...Object.keys(attrs)].every((n) => QNAME.test(n))) refuse();
  });
  parser.on('processinginstruction', ({ target }) => {
    if (!QNAME.test(target)) refuse();
  });
  parser.write(xml).close();
  return accepted;
}

/** saxes lets the body of an instruction begin without white space: `<?a?b?>`. */
const LENIENT = /<\?[^\s?]+\?(?!>)/;

const RUNS = {
  numRuns: Number(process.env.XML_CODEC_RUNS ?? (deep ? 10_000 : 1000)),
  seed: Number(process.env.XML_CODEC_SEED ?? 20310204),
};

describe('the reader', () => {
  test('accepts well-formed documents', () => {
    fc.assert(
      fc.property(document, (xml) => {
        expect(reads(xml)).toBe(true);
        expect(saxesReads(xml)).toBe(true);
      }),
      RUNS,
    );
  });

  test('is exactly as strict as saxes on damaged ones', () => {
    fc.assert(
      fc.property(
        document.chain((xml) => mutated(xml)).filter((xml) => xml.isWellFormed() && !LENIENT.test(xml)),
        (xml) => {
          expect(reads(xml)).toBe(saxesReads(xml));
        },
      ),
      RUNS,
    );
  });
});
