import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSource, saidTexts, sourceFiles } from '../scripts/texts.ts';

const vocabulary = readFileSync(join(import.meta.dirname, '../../../docs/vocabulary.md'), 'utf8');
const [, table = ''] = vocabulary.split('## Words for people');

/** Words that people never read, each with the better one. */
const better = new Map(
  [...table.matchAll(/^\| ([^|]+?) +\| [^|]+\| ([^|]+?) +\|$/gm)]
    .filter(([, word]) => !/^(?:Say|-+)$/.test(word!))
    .flatMap(([, word, never]) => never!.split(', ').map((each) => [each, word!] as const)),
);

const texts = sourceFiles().flatMap((file) => saidTexts(parseSource(file)));

/** A text as people read it: without names of arguments and tags, and without what stands there to be copied. */
const readable = (text: string) =>
  text
    .replaceAll(/<code>.*?<\/code>|\[\[[^\]]*\]\]/g, '')
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/\{\w+(?:, number)?\}/g, '')
    .replaceAll(/\{\w+, plural,|\b(?:one|other) \{/g, '');

/** Abbreviations that people meet elsewhere, or that stand on what they are given. */
const abbreviations = new Set(
  'HTML MJML AMP API CSV DNS DKIM SPF DMARC JSON UTC SVG PNG JPEG GIF UTF BOM QR PIN MB ID DD YYYY MM HH SS IMPRINT'.split(
    ' ',
  ),
);

/** What is wrong with the words of a text; nothing if people understand it. */
function faultsOf(text: string): string[] {
  const shown = readable(text);
  const words = [...better].filter(([never]) => new RegExp(`(?<![\\w-])${never}s?(?![\\w-])`, 'i').test(shown));
  const capitals = (shown.match(/(?<![\w-])\p{Lu}{2,}(?![\w-])/gu) ?? []).filter((word) => !abbreviations.has(word));
  return [
    ...words.map(([never, word]) => `say “${word}” for “${never}”`),
    ...capitals.map((word) => `${word} is code`),
    ...(/\b(?:GET|POST|PUT|DELETE) \/|\/[a-z]+\/\{?\w+/.test(shown) ? ['an operation is code'] : []),
    ...(/\\[pdw]\{?|\[\^|\(\?[:=!]|\^\[|\w_\w/.test(shown) ? ['an expression is code'] : []),
  ];
}

test('the table has words to judge by', () => {
  expect(better.get('target group')).toBe('segment');
  expect(better.size).toBeGreaterThan(30);
});

/** Texts about code, for those who write it. */
const exempt = new Set([
  'Pages are read with GET and changed with POST.',
  'Language (such as en or de_AT)',
  'it must be xx or xx_XX, such as de or de_AT',
]);

test('rule 21: people read no word that is code, or that means the same as another one', () => {
  const wrong = texts.flatMap(({ text, place }) =>
    exempt.has(text) ? [] : faultsOf(text).map((fault) => `${place}: ${fault}: ${text}`),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test('texts of the service, such as those of designed templates, are in American English', () => {
  const texts = readFileSync(join(import.meta.dirname, '../../service/messages/en.json'), 'utf8');
  const british = [...better].filter(([, word]) => word.startsWith('color')).map(([never]) => never);
  expect(british.length).toBeGreaterThan(10);
  expect(texts.match(new RegExp(`\\b(?:${british.join('|')})\\w*`, 'gi'))).toBeNull();
});

describe('the judge', () => {
  test.each([
    ['Choose a segment.', []],
    ['Choose target groups.', ['say “segment” for “target group”']],
    ['The relay {relay} is away.', ['say “mail server” for “relay”']],
    ['{relay} is away. Relaying goes on.', []],
    ['name must match ^[\\p{L}\\p{N} ]+$', ['an expression is code']],
    [
      'The role lacks the right, which POST /mailings/{mailingid}/sign-off needs.',
      ['POST is code', 'an operation is code'],
    ],
    ['the value of BIRTHDAY is wrong', ['BIRTHDAY is code']],
    ['Write tags such as <code>[[CONTACT|FIRSTNAME]]</code> in HTML.', []],
    ['date_from is needed', ['an expression is code']],
    ['Colours', ['say “color, canceled, …” for “colour”']],
  ])('of %j says %j', (text, wanted) => {
    expect(faultsOf(text)).toEqual(wanted);
  });
});
