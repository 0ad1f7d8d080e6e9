import type { ToolOperation, ToolSchemas } from './api.ts';

/** JSON Schema of the arguments of an operation: parameters by name, and `body`, with the schemas that they refer to. */
export function inputSchema({ parameters, body }: ToolOperation, schemas: ToolSchemas) {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const properties = {
    ...Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }])),
    ...(body && { body: body.schema ?? { type: 'string', description: `${body.mediaTypes.join(' or ')}, as text` } }),
  };
  const $defs = referredSchemas(properties, schemas);
  return {
    type: 'object' as const,
    properties,
    required: body?.required ? [...required, 'body'] : required,
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
}

/** The schemas that a schema refers to, directly or not. */
function referredSchemas(schema: object, schemas: ToolSchemas): Record<string, object> {
  const found = new Map<string, object>();
  const visit = (node: object) => {
    for (const [, name] of JSON.stringify(node).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      const referred = schemas[name!];
      if (referred === undefined || found.has(name!)) continue;
      found.set(name!, referred);
      visit(referred);
    }
  };
  visit(schema);
  return Object.fromEntries(found);
}

/**
 * Says in words what is wrong with the names of arguments; undefined if each is known and all that are required are there. Their
 * values are for the service to judge.
 */
export const argumentFault = (operation: ToolOperation, given: Readonly<Record<string, unknown>>): string | undefined =>
  nameFault(operation.id, inputSchema(operation, {}), given);

/** JSON Schema of the arguments of a tool that is no operation: no service judges their values. */
export interface ToolSchema {
  type: 'object';
  properties: Readonly<
    Record<string, { type: 'object' } | { type: 'string'; maxLength: number; description?: string }>
  >;
  required?: readonly string[];
  additionalProperties: false;
  [keyword: string]: unknown;
}

/** Says in words what is wrong with arguments of a tool by its schema; undefined if nothing is. */
export function toolFault(
  tool: string,
  schema: ToolSchema,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const fault = nameFault(tool, { required: [], ...schema }, given);
  if (fault !== undefined) return fault;
  for (const [name, value] of Object.entries(given)) {
    const wanted = schema.properties[name]!;
    if (wanted.type === 'object' && (typeof value !== 'object' || value === null || Array.isArray(value)))
      return `"${name}" of ${tool} must be an object.`;
    if (wanted.type !== 'string') continue;
    if (typeof value !== 'string') return `"${name}" of ${tool} must be a string.`;
    if (value.length > wanted.maxLength)
      return `"${name}" of ${tool} has ${value.length} characters. Allowed: ${wanted.maxLength}.`;
  }
  return undefined;
}

function nameFault(
  id: string,
  { properties, required }: { properties: object; required: readonly string[] },
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const known = Object.keys(properties);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `${id} has no argument "${unknown.slice(0, 64)}". Allowed: ${known.join(', ') || 'none'}.`;
  const missing = required.filter((name) => given[name] === undefined);
  return missing.length > 0 ? `${id} needs ${missing.join(', ')}.` : undefined;
}
