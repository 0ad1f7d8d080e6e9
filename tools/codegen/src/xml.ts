import { UnsupportedSchemaError } from '@mailwright/xml-codec/plan';
import { BIGINTS_FILE, bigintsFile, compilePlans, emitCodecs } from './codec/index.ts';
import { type Problem, UnsupportedError } from './common/errors.ts';
import { typeName } from './common/names.ts';
import { header } from './emit/header.ts';
import type { Skip } from './model/build.ts';
import { leaveOut, leaveOutContents, operationPointers } from './model/leave-out.ts';
import type { ApiModel, Content, Operation } from './model/model.ts';

/** The codecs of all schemas that XML bodies use, and of what these refer to. @throws UnsupportedError */
export function emitXmlCodecs(model: ApiModel): Map<string, string> {
  const names = new Set(model.operations.flatMap(xmlSchemas));
  const emitted = attempt(() =>
    emitCodecs(compilePlans(model.document, names), {
      header: header(model),
      type: (name) => ({
        expression: typeName(name),
        import: `import type { ${typeName(name)} } from '../types/index.ts';`,
      }),
    }),
  );
  if ('pointer' in emitted) throw new UnsupportedError([emitted]);
  if (
    model.operations
      .flatMap(contentsOf)
      .flat()
      .some(({ bigints }) => bigints)
  )
    emitted.set(BIGINTS_FILE, bigintsFile(header(model), Object.fromEntries(model.bigints)));
  return emitted;
}

/**
 * The model without XML that has no one right form, and without the operations that have nothing else in its place.
 * @throws UnsupportedError with all of these, when there is no `skip` to tell them to
 */
export function withSupportedXml(model: ApiModel, skip?: Skip): ApiModel {
  const names = new Set(model.operations.flatMap(xmlSchemas));
  // Compiling all at once costs least and nearly always succeeds; one by one, a shared schema is compiled for each that refers to it.
  if (!('pointer' in attempt(() => compilePlans(model.document, names)))) return model;
  const faults = new Map<string, Problem>();
  for (const name of names) {
    const plans = attempt(() => compilePlans(model.document, [name]));
    if ('pointer' in plans) faults.set(name, plans);
  }
  const isFaulty = ({ kind, schema }: Content) => kind === 'xml' && faults.has(schema!);
  const pointers = operationPointers(model);
  const problems = new Map<string, Problem[]>();
  for (const operation of model.operations) {
    const found = xmlSchemas(operation).flatMap((name) => faults.get(name) ?? []);
    const reasons = [...new Set(found.map(({ pointer, message }) => `${pointer}: ${message}`))];
    const pointer = pointers.get(operation.id)!;
    if (reasons.length === 0) continue;
    if (skip && contentsOf(operation).every((contents) => contents.length === 0 || !contents.every(isFaulty)))
      for (const reason of reasons) skip({ pointer, message: `only its XML: ${reason}` });
    else
      problems.set(
        operation.id,
        reasons.map((reason) => ({ pointer, message: `its XML is not supported: ${reason}` })),
      );
  }
  return leaveOutContents(leaveOut(model, problems, skip), isFaulty);
}

/** The contents of each body of an operation. */
const contentsOf = ({ bodies, responses }: Operation): Content[][] => [
  bodies,
  ...responses.map(({ contents }) => contents),
];

/** The schemas of the XML bodies of an operation. */
export function xmlSchemas(operation: Operation): string[] {
  return contentsOf(operation)
    .flat()
    .filter(({ kind }) => kind === 'xml')
    .map(({ schema }) => schema!);
}

function attempt<T extends object>(run: () => T): T | Problem {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnsupportedSchemaError)) throw error;
    return { pointer: error.pointer, message: error.reason };
  }
}
