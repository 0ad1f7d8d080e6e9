import { DescriptionError } from '../errors.ts';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { walk } from './walk.ts';

/** What a format can be in code instead of its JSON type, by format. */
export const VALUES = {
  int64: { value: 'bigint', types: ['integer'] },
  'date-time': { value: 'Date', types: ['string'] },
  byte: { value: 'Uint8Array', types: ['string'] },
  decimal: { value: 'string', types: ['number', 'integer'] },
} as const;

export type Format = keyof typeof VALUES;

/**
 * Marks schemas of these formats with `x-value`, which types, codecs and validators go by. A schema that says of itself what
 * it is stays as it is; so do parameters and headers, which are texts of their own.
 */
export function markValues(document: OpenApiDocument, formats: readonly Format[]): void {
  walk(document, (node, kind, pointer) => {
    if (kind !== 'schema' || node['x-value'] !== undefined || /\/(parameters|headers)\//.test(pointer)) return;
    const format = formats.find((each) => each === (node.format ?? formatOf(node)));
    if (format && isOf(node, VALUES[format].types)) node['x-value'] = VALUES[format].value;
  });
}

/** JSON Schema 2020-12 says `byte` with a keyword of its own. */
function formatOf({ contentEncoding }: JsonSchema): Format | undefined {
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
