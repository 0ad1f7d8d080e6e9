import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { type Content, html } from './html.ts';
import type { Language } from './language.ts';

declare const isWords: unique symbol;

/** A text in English that is said elsewhere; it cannot be shown as it is. */
export interface Words {
  readonly [isWords]: true;
}

/** Marks a text for translators. */
export const words = (text: string): Words => text as unknown as Words;

/** A text that stands in the source, where translators' tools find it. */
type Literal<Text extends string> = string extends Text ? never : Text;

type Tag = (inner: Content) => Content;

/**
 * Says texts in the language of a visitor. They are written in English in the source, in ICU MessageFormat, and English is the key of
 * the translation.
 */
export interface Say {
  <Text extends string>(text: Literal<Text> | Words, values?: Record<string, string | number>): string;
  readonly language: Language;
  /** Says a text with HTML: values may be HTML, and tags are functions. `<b>` and `<code>` are known. */
  rich<Text extends string>(text: Literal<Text> | Words, values?: Record<string, Content | Tag>): Content;
  number(value: number): string;
  /** A part in per cent; a dash where there is no whole. */
  share(part: number, whole: number): string;
  /** Joins parts with commas and “and”. */
  list(parts: readonly string[]): string;
  /** The options of a field. */
  options(options: readonly (readonly [value: string, label: Words])[]): [value: string, label: string][];
}

const said = new Map<Language, Say>();

/** Returns what says texts in a language. Its translations are read when they are needed first. */
export function sayIn(language: Language): Say {
  const known = said.get(language);
  if (known !== undefined) return known;
  const say = createSay(language, readTranslations(language));
  said.set(language, say);
  return say;
}

export function readTranslations(language: Language): Map<string, string> {
  if (language === 'en') return new Map();
  const file = new URL(`../messages/${language}.json`, import.meta.url);
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
}

const tags = {
  b: (inner: Content) => html`<b>${inner}</b>`,
  code: (inner: Content) => html`<code>${inner}</code>`,
};

function createSay(language: Language, translations: ReadonlyMap<string, string>): Say {
  const translate = (text: string | Words) => translations.get(String(text)) ?? String(text);
  const plain = formats(language, true);
  const rich = formats(language, false);
  const numbers = new Intl.NumberFormat(language);
  const shares = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const lists = new Intl.ListFormat(language);
  const say = (text: string | Words, values?: Record<string, string | number>): string => {
    const message = translate(text);
    return values === undefined && !message.includes('{') ? message : String(plain(message).format(values));
  };
  return Object.assign(say, {
    language,
    rich: (text: string | Words, values?: Record<string, Content | Tag>): Content =>
      rich(translate(text)).format<Content>({ ...tags, ...values }),
    number: (value: number) => numbers.format(value),
    share: (part: number, whole: number) => (whole === 0 ? '–' : shares.format(part / whole)),
    list: (parts: readonly string[]) => lists.format(parts),
    options: (options: readonly (readonly [string, Words])[]) =>
      options.map(([value, label]): [string, string] => [value, say(label)]),
  });
}

/** Messages are compiled once. */
function formats(language: Language, ignoreTag: boolean): (message: string) => IntlMessageFormat {
  const compiled = new Map<string, IntlMessageFormat>();
  return (message) => {
    const format = compiled.get(message) ?? new IntlMessageFormat(message, language, undefined, { ignoreTag });
    compiled.set(message, format);
    return format;
  };
}
