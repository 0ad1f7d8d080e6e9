import { DescriptionError } from '../errors.ts';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { walk } from './walk.ts';

/** What formats can be in code instead of their JSON types. */
export const VALUES = [
  'int64=bigint',
  'date-time=Date',
  'date-time=Temporal.Instant',
  'byte=Uint8Array',
  'decimal=string',
] as const;

/** A format and what it is in code. */
export type FormatValue = (typeof VALUES)[number];

const TYPES: Record<string, readonly string[]> = {
  int64: ['integer'],
  'date-time': ['string'],
  byte: ['string'],
  decimal: ['number', 'integer'],
};

/**
 * Marks schemas of these formats with `x-value`, which types, codecs and validators go by. A schema that says of itself what
 * it is stays as it is; so do parameters, which are texts of their own.
 */
export function markValues(document: OpenApiDocument, values: readonly FormatValue[]): void {
  const byFormat = new Map(values.map((each) => each.split('=') as [format: string, value: string]));
  walk(document, (node, kind, pointer) => {
    if (kind !== 'schema' || node['x-value'] !== undefined || /\/parameters\//.test(pointer)) return;
    const format = node.format ?? formatOf(node);
    if (byFormat.has(format) && isOf(node, TYPES[format]!)) node['x-value'] = byFormat.get(format);
  });
}

/** JSON Schema 2020-12 says `byte` with a keyword of its own. */
function formatOf({ contentEncoding }: JsonSchema): string | undefined {
  return contentEncoding === 'base64' ? 'byte' : undefined;
}

function isOf({ type }: JsonSchema, wanted: readonly string[]): boolean {
  const types = [type].flat().filter((each) => each !== 'null');
  return types.length === 1 && wanted.includes(types[0]);
}

/** @throws DescriptionError when a schema with such a value is used where only JSON, or the text of a parameter, can be */
export function checkValues(document: OpenApiDocument): void {
  const schemas: Record<string, JsonSchema> = document.components?.schemas ?? {};
  const problems = new Map<string, string>();
  const visit = (node: unknown, seen: Set<string>, where: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const schema = node as JsonSchema;
    if (typeof schema['x-value'] === 'string') problems.set(where, schema['x-value']);
    const name = typeof schema.$ref === 'string' && /^#\/components\/schemas\/(.+)$/.exec(schema.$ref)?.[1];
    if (name && !seen.has(name)) visit(schemas[name], seen.add(name), where);
    for (const value of Object.values(schema)) visit(value, seen, where);
  };
  walk(document, (node, kind, pointer) => {
    const isJson = kind === 'mediaType' && /[/+]json(;|$)/.test(decodeURIComponent(pointer).replaceAll('~1', '/'));
    if (isJson || kind === 'parameter') visit(node.schema, new Set(), `${pointer}/schema`);
  });
  if (problems.size === 0) return;
  throw new DescriptionError(
    [...problems].map(([pointer, value]) => ({
      pointer,
      message: `holds a ${value} (x-value, --values), which only XML is read into`,
    })),
  );
}
