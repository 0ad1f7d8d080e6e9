import type { OpenApiDocument } from '@mailwright/codegen';
import { escapeHtml as e } from './components.ts';
import { inline } from './markdown.ts';

const deepest = 5;

export interface Row {
  name: string;
  type: string;
  required: boolean;
  description: string;
}

/** Types and bounds of a schema in a few words: `integer, 1 to 100`. */
export function typeOf(document: OpenApiDocument, given: OpenApiDocument): string {
  const schema = merged(document, given);
  if (schema.const !== undefined) return `<code>${e(String(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((value: unknown) => `<code>${e(String(value))}</code>`).join(' ');
  if (schema.items) return `list of ${typeOf(document, schema.items)}`;
  const choices: OpenApiDocument[] = schema.oneOf ?? schema.anyOf ?? [];
  if (choices.length > 0) return choices.map((choice) => typeOf(document, choice)).join(' or ');
  const types = [schema.type ?? 'any'].flat().map((type) => (type === 'null' ? 'nil' : type));
  const { minimum, maximum, minLength, maxLength, format } = schema;
  const bounds = [
    format && !/^int|float|double/.test(format) ? format : '',
    span(minimum, maximum),
    span(minLength, maxLength, ' characters'),
  ].filter(Boolean);
  return e([types.join(' or '), ...bounds].join(', '));
}

function span(least: number | undefined, most: number | undefined, unit = ''): string {
  const isOpen = most === undefined || most >= Number.MAX_SAFE_INTEGER;
  if (isOpen) return least === undefined ? '' : `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

/** What is in a body, by names with a dot for each level; empty for texts and numbers. */
export const schemaRows = (document: OpenApiDocument, schema: OpenApiDocument): Row[] =>
  rowsOf(document, schema, '', 0, new Set());

/** A table of what is in a body; empty for texts and numbers. */
export function schemaTable(document: OpenApiDocument, schema: OpenApiDocument): string {
  const rows = schemaRows(document, schema);
  if (rows.length === 0) return '';
  const cells = rows.map(
    ({ name, type, required, description }) =>
      `<tr><td><code>${e(name)}</code>${required ? ' <small>required</small>' : ''}</td><td>${type}</td><td>${inline(description)}</td></tr>`,
  );
  return `<table tabindex="0"><thead><tr><th>Name</th><th>Type</th><th>Description</th></tr></thead><tbody>${cells.join('')}</tbody></table>`;
}

function rowsOf(
  document: OpenApiDocument,
  given: OpenApiDocument,
  prefix: string,
  depth: number,
  above: ReadonlySet<unknown>,
): Row[] {
  const schema = merged(document, given);
  if (depth > deepest || above.has(given.$ref)) return [];
  const inside = new Set([...above, ...(given.$ref ? [given.$ref] : [])]);
  if (schema.items) return rowsOf(document, schema.items, `${prefix}[]`, depth, inside);
  const choices: OpenApiDocument[] = schema.oneOf ?? schema.anyOf ?? [];
  const own = Object.entries<OpenApiDocument>(schema.properties ?? {}).flatMap(([key, child]) => {
    const name = prefix === '' || prefix === '[]' ? key : `${prefix}.${key}`;
    const { description = '' } = merged(document, child);
    const row = {
      name,
      type: typeOf(document, child),
      required: schema.required?.includes(key) ?? false,
      description: child.description ?? description,
    };
    return [row, ...rowsOf(document, child, name, depth + 1, inside)];
  });
  const others = choices.flatMap((choice) => rowsOf(document, choice, prefix, depth + 1, inside));
  const names = new Set<string>();
  return [...own, ...others].filter(({ name }) => !names.has(name) && names.add(name));
}

/** A schema without references and `allOf` at its top. */
function merged(document: OpenApiDocument, schema: OpenApiDocument): OpenApiDocument {
  const { $ref, ...beside } = schema;
  if ($ref) return merged(document, { ...document.components.schemas[$ref.split('/').at(-1)], ...beside });
  const { allOf, ...own } = schema;
  if (!allOf) return schema;
  const parts: OpenApiDocument[] = allOf.map((part: OpenApiDocument) => merged(document, part));
  return Object.assign({}, ...parts, own, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
    required: [...parts, own].flatMap(({ required = [] }) => required),
  });
}
