import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, languages } from './language.ts';

/** Texts as translators write them: in groups, with arguments in ICU MessageFormat. */
export interface MessageGroup {
  [key: string]: string | MessageGroup;
}

export const readMessageFile = (language: Language): MessageGroup =>
  JSON.parse(readFileSync(new URL(`../../../messages/${language}.json`, import.meta.url), 'utf8'));

/**
 * Returns the texts of a group in all languages. One with arguments is a function of these. The shape is that of the files, which a test
 * compares with each other.
 */
export function messagesOf<Messages>(group: string): Record<Language, Messages> {
  return Object.fromEntries(
    languages.map((language) => {
      const groups = new Map(Object.entries(readMessageFile(language)));
      return [language, compile(groups.get(group)!, language)];
    }),
  ) as Record<Language, Messages>;
}

function compile(message: string | MessageGroup, language: Language): unknown {
  if (typeof message === 'object')
    return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, compile(value, language)]));
  if (!message.includes('{')) return message;
  const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
  return (values: Record<string, string | number>) => String(format.format(values));
}
