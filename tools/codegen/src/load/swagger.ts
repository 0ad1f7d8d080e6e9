import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { walk } from './walk.ts';

/**
 * A Swagger 2.0 document as OpenAPI 3.0. The converter knows hosts, bodies, forms, parameters, headers and security; what
 * it leaves of schemas is done here: a `discriminator` that is a name, and `x-nullable`, as which `nullable` was written
 * before there was a word for it.
 */
export function fromSwagger2(document: object): OpenApiDocument {
  const converted = upgradeFromTwoToThree(structuredClone(document) as Record<string, unknown>) as OpenApiDocument;
  walk(converted, (node, kind) => {
    if (kind === 'schema') convertSchema(node);
  });
  return converted;
}

function convertSchema(schema: JsonSchema): void {
  if (typeof schema.discriminator === 'string') schema.discriminator = { propertyName: schema.discriminator };
  if (schema['x-nullable'] === true) schema.nullable = true;
  delete schema['x-nullable'];
}
