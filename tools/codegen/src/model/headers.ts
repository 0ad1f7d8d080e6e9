import { UnsupportedError } from '../common/errors.ts';
import { inlineReferences } from './inline.ts';
import type { Header, Json, JsonSchema, OpenApiDocument } from './model.ts';
import { follow, joinPointer, type Located } from './pointer.ts';
import { classify } from './scalar.ts';

/** The documented headers of a response. Content-Type is described by content, never by a header (OpenAPI). */
export function buildHeaders(document: OpenApiDocument, { node, pointer }: Located): Header[] {
  const entries = Object.entries<Json>(node.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'content-type');
  return entries.map(([name, entry]) => {
    const { node: header, pointer: at } = follow(document, entry, joinPointer(pointer, 'headers', name));
    const common = { name, required: header.required === true, description: header.description ?? '' };
    const schema: JsonSchema = inlineReferences(document, header.schema ?? {}, joinPointer(at, 'schema'));
    const { scalar, array } = kindOf(schema);
    const item = array ? (schema.items ?? {}) : schema;
    // Each cookie is a line of its own, also where the description speaks of one.
    const list = array || isSetCookie({ name });
    return { ...common, type: typeOf(item, scalar), list, instant: item['x-value'] === INSTANT, schema: item };
  });
}

export const isSetCookie = ({ name }: Pick<Header, 'name'>): boolean => name.toLowerCase() === 'set-cookie';

const INSTANT = 'Temporal.Instant';

/** Returns the type of a header. One without a plain form, such as an object or `content`, is passed on as text. */
function kindOf(schema: JsonSchema): Pick<ReturnType<typeof classify>, 'scalar' | 'array'> {
  try {
    return classify(schema, '#');
  } catch (error) {
    if (error instanceof UnsupportedError) return { scalar: 'string', array: false };
    throw error;
  }
}

function typeOf({ 'x-value': value, 'x-timestamp': timestamp }: JsonSchema, scalar: Header['type']): Header['type'] {
  if (value === 'bigint' && scalar === 'integer') return 'bigint';
  if (value === 'Uint8Array' && scalar === 'string') return 'bytes';
  if (value === 'string') return scalar === 'string' ? 'string' : 'decimal';
  if (value !== 'Date' && value !== INSTANT) return scalar;
  return TIMESTAMPS.find((each) => each === timestamp) ?? 'date-time';
}

const TIMESTAMPS = ['http-date', 'epoch-seconds'] as const;
