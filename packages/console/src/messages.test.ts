import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { parseSource, saidTexts, sourceFiles } from '../scripts/texts.ts';
import { unsaidTexts } from '../scripts/unsaid.ts';
import { html } from './html.ts';
import { languages } from './language.ts';
import { readTranslations, sayIn, words } from './words.ts';

const files = sourceFiles();
const said = files.flatMap((file) => saidTexts(parseSource(file)));
const rich = new Set(said.filter((each) => each.rich).map(({ text }) => text));
const english = new Map(said.map(({ text }) => [text, rich.has(text)]));
const translated = languages.map(([language]) => language).filter((language) => language !== 'en');

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const parse = (message: string, rich = english.get(message) ?? false): Element[] =>
  new IntlMessageFormat(message, 'en', undefined, { ignoreTag: !rich }).getAst();

const innerOf = (element: Element): Element[] => {
  if ('children' in element) return element.children;
  return 'options' in element ? Object.values(element.options).flatMap(({ value }) => value) : [];
};

const textIn = (element: Element): string => ('value' in element ? element.value : '');

/** Types of elements, in the library's numbers. */
const [literal, number, plural, pound] = [0, 2, 6, 7];

/** Arguments with their types, and tags. Languages have other plurals or none, but each value of a choice needs its text. */
function argumentsOf(elements: readonly Element[]): string[] {
  const lines = elements.flatMap((element) => {
    const { type } = element;
    if (type === literal || type === pound) return [];
    const choices = 'options' in element && !('offset' in element) ? Object.keys(element.options).sort() : [];
    return [[type === plural ? number : type, textIn(element), ...choices].join(' '), ...argumentsOf(innerOf(element))];
  });
  return [...new Set(lines)].sort();
}

/** Names of arguments and tags; `<b>` and `<code>` need no value. */
const namesIn = (elements: readonly Element[]): string[] => {
  const names = elements.flatMap((element) =>
    element.type === literal || element.type === pound ? [] : [textIn(element), ...namesIn(innerOf(element))],
  );
  return [...new Set(names)].filter((name) => name !== 'b' && name !== 'code').sort();
};

/** What stands between the arguments. */
const literalsOf = (elements: readonly Element[]): string[] =>
  elements.flatMap((element) => [
    ...(element.type === literal ? [textIn(element)] : []),
    ...literalsOf(innerOf(element)),
  ]);

/** Texts of several words that languages share. Single words are often the same. */
const shared = ['Double opt-in', 'Single opt-in'];

test('every text is given the values that it takes', () => {
  const wrong = said.filter(
    ({ text, values }) => values && String([...values].sort()) !== String(namesIn(parse(text))),
  );
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

describe.each(translated)('rule 20: the texts in %s', (language) => {
  const translations = readTranslations(language);

  test('are those that the console says; npm run messages adds and removes them', () => {
    expect([...translations.keys()]).toEqual([...english.keys()].sort());
  });

  test('have a translation', () => {
    const hasWords = (text: string) => literalsOf(parse(text)).some((part) => /\p{L}\s+\p{L}/u.test(part));
    const missing = [...translations].filter(
      ([text, translation]) => translation === '' || (translation === text && hasWords(text) && !shared.includes(text)),
    );
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  test('take the arguments and tags of the English one', () => {
    const signatures = (texts: Iterable<readonly [string, string]>) =>
      [...texts].map(([text, said]) => [text, argumentsOf(parse(said, english.get(text)))]);
    expect(signatures(translations)).toEqual(signatures([...translations.keys()].map((text) => [text, text])));
  });

  test('are set as the language is', () => {
    const wrong = [...translations].filter(([text, translation]) =>
      literalsOf(parse(translation, english.get(text))).some((part) => misprints[language].test(part)),
    );
    expect(wrong).toEqual([]);
  });
});

/** Quotation marks and spaces that the language does not have. */
const misprints = {
  de: /[”"«»]|'|\.\.\./,
  es: /[„“”"]|'|\.\.\.|«\s|\s»/,
  fr: /[„“”"]|'|\.\.\.|(?:^|[^\u202f])[;:!?](?:\s|$)|«(?!\u202f)|(?<!\u202f)»/,
};

/** Sources whose texts are for programs or for those who change the console, or stand in the same words in all languages. */
const exempt = /src\/(?:language|blocks\/[\w-]+|pages\/components|web\/(?:assets|respond|sessions))\.ts$/;

/** Texts that are the same in all languages, or that nobody reads. */
const exceptions = [
  /^… · Mailwright$/,
  /^Mailwright$/,
  // Styles, kinds of columns and drawings.
  /^minor (?:number|whole)$/,
  /^<svg |^:root\{|\{fill:#/,
  /charset=/,
  // Time zones are called by their IANA names everywhere.
  /^(?:Africa|America|Asia|Atlantic|Europe|Pacific)\/\w+/,
  // Fonts are called by their names everywhere.
  /^(?:Arial|Helvetica|Verdana|Trebuchet MS|Georgia|Times New Roman|Courier New)$/,
  /^\[\[ACCOUNT\|NAME\]\]$/,
  // The MJML that mailings and blocks begin with; its texts are filled in.
  /^<mj(?:ml|-[^>]*)>(?:\s*(?:<[^>]*>|…|·))*$/,
];

test('rule 20: everything that people see is said in their language', () => {
  const wrong = files
    .filter((file) => file.startsWith('packages/console/') && !exempt.test(file))
    .flatMap((file) => unsaidTexts(parseSource(file)))
    .filter(({ text }) => !exceptions.some((exception) => exception.test(text)));
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

test.each([
  ['en', 'Page 1,234 of 2', '12.5%', '1,234.5'],
  ['de', 'Seite 1.234 von 2', '12,5\u00a0%', '1.234,5'],
  ['fr', 'Page 1\u202f234 sur 2', '12,5\u00a0%', '1\u202f234,5'],
] as const)('in %s, texts, parts and numbers are said in the language', (language, key, part, number) => {
  const say = sayIn(language);
  expect([
    say('Page {page, number} of {pages, number}', { page: 1234, pages: 2 }),
    say.share(1, 8),
    say.number(1234.5),
  ]).toEqual([key, part, number]);
});

test('values are inserted as they are, and HTML is escaped', () => {
  const say = sayIn('de');
  expect(say('Key {id}', { id: '<{x}>' })).toBe('Schlüssel <{x}>');
  const rich = say.rich('For {name}, who signs in as <b>{email}</b>.', { name: '<Ada>', email: "'{x}'" });
  expect(String(html`${rich}`)).toBe('Für &lt;Ada&gt; mit der Anmeldung <b>&#39;{x}&#39;</b>.');
  expect(say.options([['x', words('Never')]])).toEqual([['x', 'Nie']]);
});
