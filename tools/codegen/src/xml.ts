import { UnsupportedSchemaError } from '@mailwright/xml-codec/plan';
import { compilePlans, emitCodecs } from './codec/index.ts';
import { header } from './emit/header.ts';
import { typeName } from './emit/names.ts';
import { type Problem, UnsupportedError } from './errors.ts';
import type { Skip } from './model/build.ts';
import type { ApiModel, Operation } from './model/model.ts';
import { listOperations } from './model/operations.ts';

/** The codecs of all schemas that XML bodies use, and of what these refer to. @throws UnsupportedError */
export function emitXmlCodecs(model: ApiModel): Map<string, string> {
  const names = new Set(model.operations.flatMap(xmlSchemas));
  return refusing(() =>
    emitCodecs(compilePlans(model.document, names), {
      header: header(model),
      type: (name) => ({
        expression: typeName(name),
        import: `import type { ${typeName(name)} } from '../types/index.ts';`,
      }),
    }),
  );
}

/**
 * The model without operations whose XML has no one right form.
 * @throws UnsupportedError with all of these, when there is no `skip` to tell them to
 */
export function withSupportedXml(model: ApiModel, skip?: Skip): ApiModel {
  const problems = new Map<string, Problem[]>();
  for (const name of new Set(model.operations.flatMap(xmlSchemas)))
    try {
      refusing(() => compilePlans(model.document, [name]));
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      problems.set(name, error.problems);
    }
  if (problems.size === 0) return model;
  if (!skip) throw new UnsupportedError(distinct([...problems.values()].flat()));
  const bad = model.operations.filter((operation) => xmlSchemas(operation).some((name) => problems.has(name)));
  for (const { operation } of listOperations(model.document)) {
    const id = operation.node.operationId;
    const names = xmlSchemas(bad.find((each) => each.id === id)).filter((name) => problems.has(name));
    for (const { pointer, message } of distinct(names.flatMap((name) => problems.get(name)!)))
      skip({ pointer: operation.pointer, message: `its XML is not supported: ${pointer}: ${message}` });
  }
  return without(model, bad);
}

function without(model: ApiModel, operations: Operation[]): ApiModel {
  const ids = new Set(operations.map(({ id }) => id));
  const document = structuredClone(model.document);
  for (const { pathItem, method, operation } of listOperations(document))
    if (ids.has(operation.node.operationId)) delete pathItem.node[method.toLowerCase()];
  return { ...model, document, operations: model.operations.filter(({ id }) => !ids.has(id)) };
}

function xmlSchemas(operation: Operation | undefined): string[] {
  const contents = [
    operation?.bodies ?? [],
    ...(operation?.responses ?? []).map((response) => response.contents),
  ].flat();
  return contents.filter(({ kind }) => kind === 'xml').map(({ schema }) => schema!);
}

function refusing<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnsupportedSchemaError)) throw error;
    throw new UnsupportedError([{ pointer: error.pointer, message: error.reason }]);
  }
}

function distinct(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [problem.pointer + problem.message, problem])).values()];
}
