import type { Note } from '../common/errors.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel } from '../model/model.ts';
import { servedOperations } from '../model/routes.ts';
import { answersOf, checkedSchema, commonErrorTypes, errorSchema, usualErrorSchema } from './answers.ts';
import { errorDocuments, errorsFile } from './errors-file.ts';
import { indexFile } from './index-file.ts';
import { type Drafted, partsOf } from './parts.ts';
import { shapeFiles } from './shapes.ts';
import { operationTable, tablesFile } from './tables.ts';
import { withAlternativesToldByRoot } from './told-by-root.ts';
import { operationTypes, typesFile } from './types.ts';
import { parameterValidators, schemaValidators } from './validators.ts';

/**
 * The server stub of a description: `server/<group>.ts` with the types of inputs, outputs and handlers,
 * `server/tables/<group>.ts` with what the runtime knows of each operation, `server/validators/…` with compiled JSON
 * Schemas, `server/shapes.ts` with the known members of JSON bodies, and `server/index.ts` with `operations`, `Handlers`, `implement` and `implementPartial`.
 */
export function emitServer(whole: ApiModel, note: Note = () => {}): Map<string, string> {
  const model = { ...whole, operations: servedOperations(whole) };
  const document = errorSchema(model);
  const documents = errorDocuments(model, note);
  const usual = usualErrorSchema(model, (schema) => documents.get(schema)?.tells === true);
  const errorTypes = commonErrorTypes(model, usual);
  const drafted = model.operations.map((operation): Drafted => {
    const answers = answersOf(operation, document, model.headers);
    return {
      operation,
      answers,
      types: operationTypes(operation, answers),
      table: operationTable(model, operation, answers, errorTypes, documents),
    };
  });
  const files = new Map<string, string>();
  const add = (file: string, imports: string[], text: string) =>
    files.set(`server/${file}.ts`, sourceFile(model, imports, text));
  const parts = partsOf(drafted);
  for (const part of parts) {
    const checks = parameterValidators(part);
    for (const { file, imports, text } of checks) add(file, imports, text);
    add(part.name, ...typesFile(part));
    add(`tables/${part.name}`, ...tablesFile(part, checks));
  }
  const schemas = withAlternativesToldByRoot(model);
  for (const { file, imports, text } of schemaValidators({ ...model, schemas }, schemasUsed(drafted)))
    add(file, imports, text);
  if (documents.size > 0) add('errors', ...errorsFile(documents));
  const shapes = shapeFiles(model);
  for (const [file, text] of shapes) files.set(`server/${file}.ts`, text);
  add('index', ...indexFile(model, parts, errorTypes, usual, shapes.size > 0));
  return files;
}

function schemasUsed(drafted: Drafted[]): Set<string> {
  const contents = drafted.flatMap(({ operation, answers }) => [
    ...operation.bodies,
    ...answers.own.flatMap((response) => response.contents),
  ]);
  return new Set(contents.flatMap((content) => checkedSchema(content) ?? []));
}
