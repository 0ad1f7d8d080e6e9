import type { JsonSchema } from '@mailwright/codegen/description';

/** A value that is wrong in one way. */
export interface Break {
  /** `page_size: above 1000` */
  about: string;
  value: unknown;
  /** Most services take it for what was meant: `42` for the text "42". */
  lenient?: true;
}

/** Values longer than this say nothing that shorter ones do not, and make requests slow. */
const LONGEST = 200_000;
const MOST_ITEMS = 1_001;

/**
 * Values that each break one bound of a schema, made from a good value.
 *
 * @param json whether numbers and texts can be told apart on the wire, as in JSON; in parameters and XML they cannot
 */
export function breaksOf(schema: JsonSchema, good: unknown, name: string, json: boolean): Break[] {
  return [...ownBreaks(schema, good, name, json), ...innerBreaks(schema, good, name, json)];
}

function ownBreaks(schema: JsonSchema, good: unknown, name: string, json: boolean): Break[] {
  const breaks: Break[] = [];
  const add = (about: string, value: unknown) => breaks.push({ about: `${name}: ${about}`, value });
  const types = [schema.type ?? []].flat();
  const one = types.find((type) => type !== 'null');
  if (one === 'integer' || one === 'number') {
    add('no number', 'abc');
    if (one === 'integer') add('no integer', 1.5);
    if (schema.minimum !== undefined) add(`below ${schema.minimum}`, schema.minimum - 1);
    if (schema.exclusiveMinimum !== undefined) add(`not above ${schema.exclusiveMinimum}`, schema.exclusiveMinimum);
    if (schema.maximum !== undefined) add(`above ${schema.maximum}`, schema.maximum + 1);
    if (schema.exclusiveMaximum !== undefined) add(`not below ${schema.exclusiveMaximum}`, schema.exclusiveMaximum);
    if (schema.multipleOf > 1) add(`no multiple of ${schema.multipleOf}`, schema.multipleOf + 1);
  }
  if (one === 'boolean') add('neither true nor false', 'maybe');
  if (one === 'string') {
    if (json) breaks.push({ about: `${name}: a number`, value: 42, lenient: true });
    if (schema.minLength > 0) add(`shorter than ${schema.minLength}`, 'x'.repeat(schema.minLength - 1));
    if (schema.maxLength < LONGEST) add(`longer than ${schema.maxLength}`, 'x'.repeat(schema.maxLength + 1));
    if (schema.pattern) for (const text of ['?', 'a/b']) add(`"${text}" against the pattern`, text);
    if (schema.format) add(`no ${schema.format}`, 'no such form');
  }
  if (schema.enum) add('a value that is not listed', one === 'integer' || one === 'number' ? 987654 : 'no-such-value');
  if (one === 'array' && Array.isArray(good)) {
    const item = good[0];
    if (json && !schema['x-json-accepts']?.includes('single-item')) add('no list', { not: 'a list' });
    if (schema.minItems > 0) add(`fewer than ${schema.minItems} items`, good.slice(0, schema.minItems - 1));
    if (schema.maxItems < MOST_ITEMS && item !== undefined)
      add(`more than ${schema.maxItems} items`, new Array(schema.maxItems + 1).fill(item));
    if (schema.uniqueItems && item !== undefined) add('an item twice', [item, item]);
  }
  if (isObject(good)) {
    if (json) add('no object', 'abc');
    if (schema.additionalProperties === false && !schema.patternProperties)
      breaks.push({
        about: `${name}: a property that is not described`,
        value: { ...good, noSuchProperty: 'x' },
        lenient: true,
      });
    for (const key of schema.required ?? []) {
      const { [key]: _, ...rest } = good;
      add(`${key} is missing`, rest);
    }
  }
  return breaks;
}

function innerBreaks(schema: JsonSchema, good: unknown, name: string, json: boolean): Break[] {
  const breaks: Break[] = [];
  for (const part of schema.allOf ?? []) breaks.push(...breaksOf(part, good, name, json));
  if (Array.isArray(good) && good.length > 0 && schema.items) {
    const [first, ...rest] = good;
    for (const { value, ...more } of breaksOf(schema.items, first, `${name}[0]`, json))
      breaks.push({ ...more, value: [value, ...rest] });
  } else if (isObject(good)) {
    for (const [key, property] of Object.entries<JsonSchema>(schema.properties ?? {})) {
      if (good[key] === undefined || good[key] === null) continue;
      for (const { value, ...more } of breaksOf(property, good[key], `${name}.${key}`, json))
        breaks.push({ ...more, value: { ...good, [key]: value } });
    }
  }
  return breaks;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
