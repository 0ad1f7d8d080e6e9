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
}

const separators: Partial<Record<FormFacts['style'], [plain: string, sent: string]>> = {
  spaceDelimited: [' ', '%20'],
  pipeDelimited: ['|', '%7C'],
};

/** Creates what an operation needs to write such fields. */
export function formsOf(tables: { readonly [field: string]: FormFacts }): Forms {
  return {
    text(field, value) {
      if (value === undefined || !Object.hasOwn(tables, field)) return undefined;
      const facts = tables[field]!;
      return facts.in === 'cookie' ? '' : written(facts.wire ?? field, value, facts);
    },
    cookies(headers, input) {
      const sent = Object.entries(tables).flatMap(([field, facts]) =>
        facts.in === 'cookie' && Object.hasOwn(input, field) && input[field] !== undefined
          ? cookiesOf(facts.wire ?? field, input[field], facts)
          : [],
      );
      const others = headers.get('cookie');
      if (sent.length > 0) headers.set('cookie', [...(others ? [others] : []), ...sent].join('; '));
    },
  };
}

function cookiesOf(name: string, value: unknown, facts: FormFacts): string[] {
  const values = facts.explode && Array.isArray(value) ? value : [value];
  return values.map(
    (each) => `${name}=${written(name, each, { ...facts, style: facts.style === 'form' ? 'simple' : facts.style })}`,
  );
}

function written(name: string, value: unknown, { in: place, style, explode }: FormFacts): string {
  const separator = separators[style];
  const encode = (each: unknown): string => {
    const [text = ''] = place === 'header' ? [headerItem(name, each)] : encoded(name, each);
    if (separator && String(each).includes(separator[0]))
      throw new Error(`items of "${name}" must not contain "${separator[0]}", which separates them`);
    return style === 'label' && explode ? text.replaceAll('.', '%2E') : text;
  };
  if (style === 'deepObject')
    return bracketed(name, value)
      .map(([key, text]) => `${encodeURIComponent(key)}=${encoded(key, text)}`)
      .join('&');
  const pair = (text: string) => (place === 'query' ? `${encodeURIComponent(name)}=${text}` : text);
  if (style === 'json')
    return pair(place === 'header' ? JSON.stringify(value) : encoded(name, JSON.stringify(value))[0]!);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
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
  return pair(parts.join(separator?.[1] ?? ','));
}

/** A comma in an item would make it two. */
function headerItem(name: string, value: unknown): string {
  if (/[,=]/.test(String(value))) throw new Error(`items of the header "${name}" must not contain "," or "="`);
  return String(value);
}
