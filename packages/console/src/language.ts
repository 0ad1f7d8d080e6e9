/** Languages of the console, in their own words; each but English has a file in `messages`. */
export const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
] as const;

export type Language = (typeof languages)[number][0];

const findLanguage = (tag: string): Language | undefined =>
  languages.find(([code]) => code === tag.trim().toLowerCase().split('-')[0])?.[0];

/** Returns the language that a browser prefers (`Accept-Language`, RFC 9110, section 12.5.4); English if it wants none of ours. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const wanted = (acceptLanguage ?? '').slice(0, 1000).split(',');
  const ranked = wanted.map((range) => {
    const [tag = '', weight] = range.split(';');
    return { language: findLanguage(tag), quality: Number(weight?.trim().replace(/^q=/i, '') ?? 1) };
  });
  const known = ranked.filter(({ language, quality }) => language !== undefined && quality > 0);
  return known.sort((one, other) => other.quality - one.quality)[0]?.language ?? 'en';
}

/** Returns the language of a code that somebody chose, or their own one. */
export const chosenLanguage = (code: string | null | undefined, own: Language): Language =>
  languages.find(([each]) => each === code)?.[0] ?? own;
