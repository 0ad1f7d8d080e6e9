import { textOfPattern } from './pattern.ts';

/** Values that situations gave, by name. */
export type Known = Readonly<Record<string, unknown>>;

/** The template that stands for what is known under a path. */
const reference = (path: string): string => `\${${path}}`;

/** Characters that brackets, references and conditions need for themselves. */
const RESERVED = /[%[\]{}=]/g;
const encodeKey = (key: string) => key.replace(RESERVED, (each) => encodeURIComponent(each));

/** Returns the template of a value below a name: `${order.lines[0].id}`; keys that are no words stand in brackets. */
export function referenceTo(name: string, keys: readonly string[] = []): string {
  return reference(name + keys.map((key) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `[${encodeKey(key)}]`)).join(''));
}

const decodeKey = (key: string) => key.replace(/%(25|5B|5D|7B|7D|3D)/gi, decodeURIComponent);

/**
 * Returns what stands below a value or a template that is one reference; undefined if there is nothing, or it cannot be told.
 */
export function below(value: unknown, keys: readonly string[]): unknown {
  if (keys.length === 0) return value;
  if (typeof value === 'string' && /^\$\{[^}]*\}$/.test(value))
    return `${value.slice(0, -1)}${referenceTo('', keys).slice(2)}`;
  const [key, ...deeper] = keys as [string, ...string[]];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return below((value as Record<string, unknown>)[key], deeper);
}

/** Templates of the values that are made up for each request. */
export const [UNIQUE, UNIQUE_NUMBER, UNIQUE_UUID] = ['unique', 'uniqueNumber', 'uniqueUuid'].map(reference) as [
  string,
  string,
  string,
];

const LIKE = 'unique like ';

/** The template of a text of a pattern, another one for each request. */
export const uniqueLike = (pattern: string): string =>
  reference(LIKE + pattern.replace(/[%{}]/g, (character) => encodeURIComponent(character)));

export const REFERENCE = /\$\{([^}]*)\}/g;
/** Milliseconds. */
const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Forms of a time: `now` of RFC 3339, `today` as YYYY-MM-DD, both in UTC, and `nowMilliseconds` since 1970. */
const TIMES = {
  now: (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`,
  today: (at: number) => new Date(at).toISOString().slice(0, 10),
  nowMilliseconds: (at: number) => at,
};

/** `now+90m`, `today-7d` */
const SHIFTED = new RegExp(`^(${Object.keys(TIMES).join('|')})([+-]\\d{1,9})([${Object.keys(UNITS).join('')}])$`);

/**
 * Values that need no situation: `unique`, `uniqueNumber`, `uniqueUuid` that were never used, `now`, `today`, `nowMilliseconds`,
 * and `tomorrow` and `yesterday` for `today+1d` and `today-1d`.
 */
export function builtIns(now: Date, invented: Known): Known {
  const at = now.getTime();
  const times = Object.fromEntries(Object.entries(TIMES).map(([name, write]) => [name, write(at)]));
  return { ...invented, ...times, tomorrow: TIMES.today(at + UNITS.d), yesterday: TIMES.today(at - UNITS.d) };
}

/** Names of the values that are made up for each request. */
export const INVENTED = ['unique', 'uniqueNumber', 'uniqueUuid'];
/** Names of the values that need no situation. */
export const BUILT_IN = [...INVENTED, ...Object.keys(builtIns(new Date(0), {}))];

/** First words of all references in a value, but for the built-in ones. */
export function references(value: unknown): string[] {
  const found: string[] = [];
  mapTexts(value, (text) => {
    for (const [, path] of text.matchAll(REFERENCE)) found.push(/^\w*/.exec(path!)![0]);
    return text;
  });
  return found.filter((name) => !BUILT_IN.includes(name));
}

/**
 * Replaces references by known values: `${mailing}`, `${contact.id}`, `${groups[0].id}`, `${groups[type=test].id}`,
 * `${now+2h}`. A text that consists of one reference becomes the value itself, of any type.
 * @throws RangeError if a name is unknown
 */
export function fill(value: unknown, known: Known): unknown {
  return mapTexts(value, (text) => {
    const whole = /^\$\{([^}]*)\}$/.exec(text);
    if (whole) return find(whole[1]!, known);
    return text.replace(REFERENCE, (_, path) => textOf(find(path, known)));
  });
}

/** The form of a value within a text: JSON for lists and objects. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Puts templates in the place of the references to them: `${email}` becomes `ada.${unique}@example.org`. */
export function substitute(value: unknown, templates: Known): unknown {
  const isKnown = (path: string) => Object.hasOwn(templates, path);
  return mapTexts(value, (text) => {
    const whole = /^\$\{([^}]*)\}$/.exec(text)?.[1];
    if (whole !== undefined && isKnown(whole)) return templates[whole];
    return text.replace(REFERENCE, (found, path) => (isKnown(path) ? String(templates[path]) : found));
  });
}

function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

function find(path: string, known: Known): unknown {
  if (path.startsWith(LIKE)) {
    const pattern = path.slice(LIKE.length).replace(/%(25|7B|7D)/g, decodeURIComponent);
    return textOfPattern(pattern, Number(known.uniqueNumber));
  }
  const shifted = SHIFTED.exec(path);
  if (shifted) {
    const [, name, count, unit] = shifted as unknown as [string, keyof typeof TIMES, string, keyof typeof UNITS];
    return TIMES[name](Number(known.nowMilliseconds) + Number(count) * UNITS[unit]);
  }
  let value: unknown = known;
  for (const [, key, selector] of path.matchAll(/(\w+)|\[([^\]]*)\]/g)) {
    value = key === undefined ? select(value, selector!) : (value as Record<string, unknown> | undefined)?.[key];
    if (value === undefined) throw new RangeError(`there is no ${path}`);
  }
  return value;
}

function select(value: unknown, selector: string): unknown {
  if (!Array.isArray(value)) {
    const key = decodeKey(selector);
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }
  const [key, wanted] = selector.split('=');
  return wanted === undefined ? value[Number(key)] : value.find((item) => String(item?.[key!]) === wanted);
}

/** Splits the path of a reference, `order.lines[0].id`, into its keys; undefined for times and for items found by a member. */
export function keysOfReference(path: string): string[] | undefined {
  if (path.startsWith(LIKE) || SHIFTED.test(path)) return undefined;
  const keys = [...path.matchAll(/(\w+)|\[([^\]]*)\]/g)].map(([, key, selector]) => key ?? selector!);
  return keys.some((key) => key.includes('=')) ? undefined : keys.map(decodeKey);
}
