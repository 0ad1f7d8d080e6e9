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
export function argumentFault(operation: ToolOperation, given: Readonly<Record<string, unknown>>): string | undefined {
  const { properties, required } = inputSchema(operation, {});
  const known = Object.keys(properties);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `${operation.id} has no argument "${unknown}". Allowed: ${known.join(', ') || 'none'}.`;
  const missing = required.filter((name) => given[name] === undefined);
  return missing.length > 0 ? `${operation.id} needs ${missing.join(', ')}.` : undefined;
}
