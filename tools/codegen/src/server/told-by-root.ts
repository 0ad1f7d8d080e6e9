import { compilePlans } from '../codec/index.ts';
import type { ApiModel } from '../model/model.ts';
import { xmlSchemas } from '../xml.ts';

/**
 * The schemas as validators need them: where the root element of a document has told the alternative, the value may fit
 * another one too. JSON has no root element, so that alternatives that it uses as well stay exclusive.
 */
export function withAlternativesToldByRoot(model: ApiModel): ApiModel['schemas'] {
  const inJson = new Set(
    model.operations
      .flatMap(({ bodies, responses }) => [...bodies, ...responses.flatMap(({ contents }) => contents)])
      .flatMap(({ kind, schema }) => (kind === 'xml' ? [] : (schema ?? []))),
  );
  const schemas = new Map(model.schemas);
  for (const name of new Set(model.operations.flatMap(xmlSchemas))) {
    const { oneOf, ...rest } = schemas.get(name) ?? {};
    if (oneOf === undefined || rest.anyOf !== undefined || rest.discriminator !== undefined || inJson.has(name))
      continue;
    if (compilePlans(model.document, [name]).get(name)?.root.content.kind === 'roots')
      schemas.set(name, { ...rest, anyOf: oneOf });
  }
  return schemas;
}
