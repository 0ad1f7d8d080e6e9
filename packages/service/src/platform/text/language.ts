/** Languages of the pages and mails for recipients; each has a file in `messages`. */
export const languages = ['en', 'de', 'es', 'fr'] as const;

export type Language = (typeof languages)[number];

/** The language of a mailing's locale, such as `de_AT`; English where we have no words. */
export const languageOf = (locale: string | null | undefined): Language =>
  languages.find((language) => language === locale?.slice(0, 2)) ?? 'en';
