import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { languageOf, languages } from './language.ts';
import { type MessageGroup, messagesOf, readMessageFile } from './messages.ts';

/** Each message by its path. */
const flat = (group: MessageGroup, path = ''): [string, string][] =>
  Object.entries(group).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  );

/** Paths with the arguments that each message takes. */
const signatures = (language: (typeof languages)[number]) =>
  flat(readMessageFile(language)).map(([path, message]) => {
    const elements = new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst();
    const names = elements.flatMap((element) => ('value' in element && element.type !== 0 ? [element.value] : []));
    return `${path}(${[...new Set(names)].sort().join(', ')})`;
  });

test.each(languages.filter((language) => language !== 'en'))(
  '%s has all messages, with the same arguments',
  (language) => {
    expect(signatures(language).sort()).toEqual(signatures('en').sort());
  },
);

test.each(languages.filter((language) => language !== 'en'))('%s is translated', (language) => {
  const english = new Map(flat(readMessageFile('en')));
  const same = flat(readMessageFile(language)).filter(([path, text]) => english.get(path) === text && text.length > 12);
  expect(same).toEqual([]);
});

test('no message has an apostrophe that ICU MessageFormat takes for a quotation mark', () => {
  const quoted = languages.flatMap((language) =>
    flat(readMessageFile(language)).filter(([, text]) => /'[{}]/.test(text)),
  );
  expect(quoted).toEqual([]);
});

test('French has narrow no-break spaces where it sets spaces before signs', () => {
  const wrong = flat(readMessageFile('fr')).filter(([, text]) =>
    /[^\u202f][;:!?](?:\s|$)|«(?!\u202f)|(?<!\u202f)»/.test(text),
  );
  expect(wrong).toEqual([]);
});

test('messages with arguments are functions, with plurals of the language', () => {
  const { en, de } = messagesOf<{ everyDaysChoice(values: { days: number }): string; save: string }>('profile');
  expect([en.everyDaysChoice({ days: 1 }), en.everyDaysChoice({ days: 3 })]).toEqual([
    'At most one a day',
    'At most one in 3 days',
  ]);
  expect([de.everyDaysChoice({ days: 3 }), de.save]).toEqual(['Höchstens einer in 3 Tagen', 'Speichern']);
});

test('arguments are inserted as they are', () => {
  const { fr } = messagesOf<{ about(values: { sender: string }): string }>('unsubscribe');
  expect(fr.about({ sender: "L'<b>{x}</b>" })).toBe(
    "Vous ne recevrez plus de newsletters de L'<b>{x}</b> à cette adresse.",
  );
});

test.each([
  ['fr_CA', 'fr'],
  ['es', 'es'],
  ['de_AT', 'de'],
  ['it_IT', 'en'],
  ['', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('the language of %j is %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});
