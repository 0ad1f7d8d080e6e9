import { mediaTypeOf } from './media.ts';
import type { Json, JsonSchema, OpenApiDocument, Sequence } from './model.ts';
import { follow } from './pointer.ts';

const TYPES: Record<string, Sequence['form']> = {
  'application/x-ndjson': 'lines',
  'application/ndjson': 'lines',
  'application/jsonl': 'lines',
  'application/x-jsonl': 'lines',
  'application/jsonlines': 'lines',
  'application/json-seq': 'records',
  'application/geo+json-seq': 'records',
  'text/event-stream': 'events',
};

/** Gives media types whose documents are sequences `x-sequence`, and the schema of one item: `itemSchema` of OpenAPI 3.2. */
export function describeSequences(
  document: OpenApiDocument,
  content: Record<string, Json> = {},
  { isRequest = false }: { isRequest?: boolean } = {},
): void {
  for (const [type, media] of Object.entries<Json>(content)) {
    const key = mediaTypeOf(type);
    const form = Object.hasOwn(TYPES, key) ? TYPES[key] : undefined;
    // Server-sent events go from a service to its clients only (HTML standard, section 9.2).
    if (!form || !media || media['x-sequence'] || (isRequest && form === 'events')) continue;
    if (form === 'events') describeEvents(document, media);
    else {
      const schema = itemOf(document, media);
      // The text as a whole.
      if (schema?.type === 'string') continue;
      media.schema = schema ?? {};
      media['x-sequence'] = { form } satisfies Sequence;
    }
  }
}

/** A list describes the whole document, every other schema an item of it. */
function itemOf(document: OpenApiDocument, { schema, itemSchema }: Json): JsonSchema | undefined {
  if (itemSchema !== undefined || schema === undefined) return itemSchema;
  const whole: JsonSchema = follow(document, schema, '#').node;
  return [whole.type].flat().includes('array') ? (whole.items ?? {}) : schema;
}

/** The schema of an event, or only that of its data. */
function describeEvents(document: OpenApiDocument, media: Json): void {
  const schema: JsonSchema = media.itemSchema ?? itemOf(document, media) ?? { type: 'string' };
  const places = dataIn(document, schema);
  if (places.length === 0) {
    const isText = [follow(document, schema, '#').node.type].flat().includes('string');
    media.schema = eventOf(schema);
    media['x-sequence'] = { form: 'events', ...(!isText && { json: true }) } satisfies Sequence;
    return;
  }
  const inJson = places.filter(({ data }) => isJson(data));
  const names = inJson.flatMap((place) => place.names);
  const isAll = inJson.length === places.length;
  const isNamed = names.length > 0 && inJson.every((place) => place.names.length > 0);
  const json = inJson.length > 0 && (isAll || (isNamed && names));
  media.schema = json ? withContents(document, schema) : schema;
  media['x-sequence'] = { form: 'events', ...(json && { json }) } satisfies Sequence;
}

const eventOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['data'],
  properties: { data, event: { type: 'string' }, id: { type: 'string' }, retry: { type: 'integer', minimum: 0 } },
});

const COMPOSED = ['allOf', 'oneOf', 'anyOf'];

/** Returns the schemas of the data of events, with the names of the events. */
function dataIn(document: OpenApiDocument, given: Json, depth = 0): { data: JsonSchema; names: string[] }[] {
  if (depth > 20 || typeof given !== 'object' || given === null) return [];
  const schema: JsonSchema = follow(document, given, '#').node;
  const { data, event } = schema.properties ?? {};
  const names = event?.const === undefined ? (event?.enum ?? []) : [event.const];
  const inside = COMPOSED.flatMap((key) => schema[key] ?? []).flatMap((part) => dataIn(document, part, depth + 1));
  // `data: { type: string }` for all events, and what it holds for each kind.
  const isRefined = data && !isJson(follow(document, data, '#').node) && inside.some((each) => isJson(each.data));
  return [...(data && !isRefined ? [{ data: follow(document, data, '#').node, names }] : []), ...inside];
}

const isJson = ({ type, contentMediaType, contentSchema }: JsonSchema): boolean =>
  contentSchema !== undefined ||
  /[/+]json\b/.test(contentMediaType ?? '') ||
  (type !== undefined && ![type].flat().includes('string'));

/**
 * A schema of events in which data that is JSON has the schema of its value. What is said of the text of all events stays
 * with those whose data is a text.
 */
function withContents(document: OpenApiDocument, given: Json, common: JsonSchema[] = []): JsonSchema {
  const schema: JsonSchema = { ...follow(document, given, '#').node };
  const { data: referred, ...others } = schema.properties ?? {};
  const data: JsonSchema | undefined = referred && follow(document, referred, '#').node;
  const hasKinds = ['oneOf', 'anyOf'].some((key) => schema[key]?.length > 0);
  let shared = common;
  if (data && isJson(data)) {
    const isText = (data.type ?? 'string') === 'string';
    schema.properties = { ...others, data: isText ? (data.contentSchema ?? {}) : referred };
  } else if (hasKinds) {
    if (referred) shared = [...common, referred];
    if (schema.properties) schema.properties = others;
  } else {
    const parts = [...common, ...(referred ? [referred] : [])];
    if (parts.length > 0) schema.properties = { ...others, data: parts.length > 1 ? { allOf: parts } : parts[0] };
  }
  for (const key of COMPOSED)
    if (Array.isArray(schema[key]))
      schema[key] = schema[key].map((part: Json) => withContents(document, part, key === 'allOf' ? [] : shared));
  return schema;
}
