import { toJson } from '@mailwright/xml-codec/json';
import { encoded } from './address.ts';
import { bracketed } from './brackets.ts';
import type { Forms } from './operation.ts';

/** Serialization of a field whose values are not plain texts (OpenAPI 3.1, "Style Values"). */
export interface FormFacts {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  readonly explode?: true;
  /** Name in the request, if it differs. */
  readonly wire?: string;
  /** Objects and lists of these are sent as JSON, other values by the style. */
  readonly json?: true;
  /** Names of lists in a deepObject whose items repeat the name without `[]`. */
  readonly repeated?: readonly string[];
}

const separators: Partial<Record<FormFacts['style'], [plain: string, sent: string]>> = {
  spaceDelimited: [' ', '%20'],
  pipeDelimited: ['|', '%7C'],
};

/** Creates what an operation needs to write such fields. */
export function formsOf(tables: { readonly [field: string]: FormFacts }): Forms {
  return {
    text(field, value) {
      if (!Object.hasOwn(tables, field) || !isSent(value, tables[field]!)) return undefined;
      const facts = tables[field]!;
      return facts.in === 'cookie' ? '' : written(facts.wire ?? field, value, facts);
    },
    cookies(headers, input) {
      const sent = Object.entries(tables).flatMap(([field, facts]) =>
        facts.in === 'cookie' && Object.hasOwn(input, field) && isSent(input[field], facts)
          ? cookiesOf(facts.wire ?? field, input[field], facts)
          : [],
      );
      const others = headers.get('cookie');
      if (sent.length > 0) headers.set('cookie', [...(others ? [others] : []), ...sent].join('; '));
    },
  };
}

/** Only JSON has a null. */
const isSent = (value: unknown, { style }: FormFacts): boolean =>
  value !== undefined && (value !== null || style === 'json');

function cookiesOf(name: string, value: unknown, facts: FormFacts): string[] {
  const isApart = facts.explode && Array.isArray(value) && !(facts.json && holdsObject(value));
  const values = isApart ? value : [value];
  return values.map(
    (each) => `${name}=${written(name, each, { ...facts, style: facts.style === 'form' ? 'simple' : facts.style })}`,
  );
}

/** An object, or a list of other than plain values. */
const holdsObject = (value: unknown): boolean => (Array.isArray(value) ? value.some(isObject) : isObject(value));

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function written(
  name: string,
  value: unknown,
  { in: place, style: described, explode, json, repeated }: FormFacts,
): string {
  const style = json && holdsObject(value) ? 'json' : described;
  const separator = separators[style];
  const encode = (each: unknown): string => {
    const [text = ''] = place === 'header' ? [headerItem(name, each, explode)] : encoded(name, each);
    if (separator && String(each).includes(separator[0]))
      throw new Error(`items of "${name}" must not contain "${separator[0]}", which separates them`);
    return style === 'label' && explode ? text.replaceAll('.', '%2E') : text;
  };
  if (style === 'deepObject')
    return bracketed(name, value, repeated)
      .map(([key, text]) => `${encodeURIComponent(key)}=${encoded(key, text)}`)
      .join('&');
  const pair = (text: string) => (place === 'query' ? `${encodeURIComponent(name)}=${text}` : text);
  if (style === 'json') return pair(place === 'header' ? toJson(value) : encoded(name, toJson(value))[0]!);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && place === 'query' && style === 'form' && explode) return members(value, encode);
  const parts = isObject
    ? Object.entries(value).flatMap(([key, each]) => {
        if (each === undefined) return [];
        return explode ? [`${encode(key)}=${encode(each)}`] : [encode(key), encode(each)];
      })
    : [value].flat().map(encode);
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style === 'matrix')
    return explode
      ? parts.map((part) => (isObject ? `;${part}` : `;${name}=${part}`)).join('')
      : `;${name}=${parts.join()}`;
  if (place === 'query' && explode && style === 'form' && !isObject) return parts.map(pair).join('&');
  return pair(parts.join(separator?.[1] ?? ','));
}

/** `R=100&G=200`; a member that is an object has no other form than JSON. */
function members(object: object, encode: (each: unknown) => string): string {
  const pairs = Object.entries(object).flatMap(([key, each]) => {
    const texts = holdsObject(each) ? [toJson(each)] : [each ?? []].flat();
    return texts.map((text) => `${encodeURIComponent(key)}=${encode(text)}`);
  });
  return pairs.join('&');
}

/** A comma in an item would make it two, and an equals sign in a name or value of an exploded object another value. */
function headerItem(name: string, value: unknown, explode?: true): string {
  if ((explode ? /[,=]/ : /,/).test(String(value)))
    throw new Error(`items of the header "${name}" must not contain "," or "="`);
  return String(value);
}
