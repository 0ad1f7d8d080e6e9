const yes = [
  '1',
  'true',
  'yes',
  'y',
  'on',
  'wahr',
  'ja',
  'j',
  'vrai',
  'oui',
  'o',
  'verdadero',
  'sí',
  'si',
  's',
  'x',
  '✓',
  '✔',
];
const no = ['0', 'false', 'no', 'n', 'off', 'falsch', 'nein', 'faux', 'non', 'falso'];
const words = new Map([...yes.map((word) => [word, 'true'] as const), ...no.map((word) => [word, 'false'] as const)]);

/** Most cells of a file are longer, and are not folded. */
const longest = Math.max(...Array.from(words.keys(), (word) => word.length));

/** Reads yes and no in English, German, French or Spanish, or a mark; returns `true`, `false`, or `undefined` for other texts. */
export const parseBoolean = (text: string): 'true' | 'false' | undefined =>
  text.length > longest ? undefined : words.get(text.toLowerCase());
