import type { HttpRequest } from './n8n.ts';
import type { NodeField, NodeOperation } from './operation.ts';

/** What the service is asked to answer with: JSON, or the text itself where an operation answers with a text. */
const accept = 'application/vnd.service.api+json, application/json;q=0.9, text/*;q=0.8, */*;q=0.1';

/**
 * Returns the request of an operation.
 * @param baseUrl up to the version, `https://mail.example.com/1.0`
 * @param values by the names of the fields; what is `undefined` is not sent
 * @throws Error in words for a person if a field is not what it must be
 */
export function requestOf(
  operation: NodeOperation,
  baseUrl: string,
  values: Readonly<Record<string, unknown>>,
): HttpRequest {
  const given = operation.fields.filter(({ name }) => values[name] !== undefined);
  const of = (place: NodeField['in']) => given.filter((field) => field.in === place);
  let path = operation.path;
  for (const field of of('path'))
    path = path.replace(`{${field.wire}}`, () => encodeURIComponent(textOf(field, values)));
  const query = new URLSearchParams();
  for (const field of of('query')) {
    const value = values[field.name];
    const texts = Array.isArray(value) ? value.map(String) : [textOf(field, values)];
    for (const text of field.joined ? [texts.join(',')] : texts) query.append(field.wire, text);
  }
  const headers: Record<string, string> = { Accept: accept };
  for (const field of of('header')) headers[field.wire] = textOf(field, values);
  const body = bodyOf(operation, of, values);
  if (body !== undefined) headers['Content-Type'] = operation.bodyType!;
  const question = query.size > 0 ? `?${query}` : '';
  return {
    ...{ method: operation.method, url: `${baseUrl.replace(/\/$/, '')}${path}${question}`, headers },
    ...(body !== undefined && { body }),
    ...{ encoding: 'text', returnFullResponse: true, ignoreHttpStatusErrors: true },
  };
}

function bodyOf(
  { bodyType, fields }: NodeOperation,
  of: (place: NodeField['in']) => NodeField[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  if (bodyType === undefined) return undefined;
  const [document] = of('document');
  if (document !== undefined) {
    const text = document.kind === 'text' && !bodyType.endsWith('json');
    return text ? String(values[document.name]) : JSON.stringify(jsonOf(document, values));
  }
  const members = of('body').map((field) => [field.wire, jsonOf(field, values)]);
  if (members.length === 0 && !fields.some((field) => field.in === 'body')) return undefined;
  return JSON.stringify(Object.fromEntries(members));
}

function textOf(field: NodeField, values: Readonly<Record<string, unknown>>): string {
  const value = values[field.name];
  if (typeof value === 'object' && value !== null) throw new Error(`${field.title} must be one value.`);
  if (field.in === 'path' && String(value) === '') throw new Error(`${field.title} is empty. It must have a value.`);
  return String(value);
}

/** The value of a field in JSON: people write documents as texts, expressions give values. */
function jsonOf(field: NodeField, values: Readonly<Record<string, unknown>>): unknown {
  const value = values[field.name];
  if (field.kind !== 'json' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new Error(`${field.title} must be JSON: ${(error as Error).message}`);
  }
}
