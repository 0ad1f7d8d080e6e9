import { createHash } from 'node:crypto';

/** Words that cannot name a function of a module, or a type. */
const RESERVED = new Set([
  ...`any arguments await bigint boolean break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let never new null number object
  package private protected public return static string super switch symbol this throw true try typeof undefined unknown
  var void while with yield`.split(/\s+/),
  // What every object has, and what makes a module or a group a promise.
  ...Object.getOwnPropertyNames(Object.prototype),
  'then',
]);

/** Types that `types/index.ts` exports beside those of the schemas. */
const ROOTS = new Set(['paths', 'webhooks', 'operations', 'components']);

function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text) && !RESERVED.has(text);
}

/** `Target groups` -> `targetGroups`, `get-user_name` -> `getUserName`, `HTTPLog` -> `httpLog`. */
export function camelCase(text: string): string {
  return words(text)
    .map((word, index) => (index === 0 ? word.toLowerCase() : upperFirst(word)))
    .join('');
}

/** `tag-list` -> `TagList`, `foo.Bar` -> `FooBar`. */
export function pascalCase(text: string): string {
  return words(text).map(upperFirst).join('');
}

/** A name for a value: unchanged where it is one already, else in camelCase; a reserved word gets `_` behind it. */
export function valueName(text: string): string {
  return isIdentifier(text) ? text : legal(camelCase(text));
}

/** The name of a group for its tag: in camelCase, and with a small letter at its head, `2FA` -> `tag2FA`, `🚀` -> `tag1f680`. */
export function groupName(tag: string): string {
  const plain = camelCase(tag) || [...tag].map((character) => character.codePointAt(0)!.toString(16)).join('');
  const name = shortName(plain);
  return /^\p{Ll}/u.test(name) ? name : `tag${name}`;
}

/** A name for a type, a codec, a file: what an identifier cannot hold becomes `_`, `foo.Bar` -> `foo_Bar`. */
export function typeName(text: string): string {
  const name = text.replace(/\W/g, '_');
  return RESERVED.has(name) || ROOTS.has(name) ? `${name}_` : name.replace(/^(?=\d)/, '_');
}

/** A property key in source text: quoted only where it must be. */
export function propertyKey(text: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(text) ? text : JSON.stringify(text);
}

/** Names of files end at 255 bytes, and names of what belongs to an operation or a schema are longer than its own. */
const LONGEST = 120;

/** A name that files can have: of a longer one the beginning, and a text that tells it apart from others. */
export function shortName(name: string): string {
  if (name.length <= LONGEST) return name;
  return `${name.slice(0, LONGEST - 9)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

function legal(text: string): string {
  const name = text.replace(/[^\p{ID_Continue}$]/gu, '');
  if (RESERVED.has(name)) return `${name}_`;
  return /^[\p{ID_Start}$_]/u.test(name) ? name : `_${name}`;
}

function words(text: string): string[] {
  return text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu) ?? [];
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
