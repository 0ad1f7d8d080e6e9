import { UnsupportedSchemaError } from '@mailwright/xml-codec/plan';
import { compilePlans, emitCodecs } from './codec/index.ts';
import { header } from './emit/header.ts';
import { typeName } from './emit/names.ts';
import { type Problem, UnsupportedError } from './errors.ts';
import type { Skip } from './model/build.ts';
import { leaveOut, operationPointers } from './model/leave-out.ts';
import type { ApiModel, Operation } from './model/model.ts';

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
  return emitted;
}

/**
 * The model without operations whose XML has no one right form.
 * @throws UnsupportedError with all of these, when there is no `skip` to tell them to
 */
export function withSupportedXml(model: ApiModel, skip?: Skip): ApiModel {
  const faults = new Map<string, Problem>();
  for (const name of new Set(model.operations.flatMap(xmlSchemas))) {
    const plans = attempt(() => compilePlans(model.document, [name]));
    if ('pointer' in plans) faults.set(name, plans);
  }
  const pointers = operationPointers(model);
  const problems = new Map<string, Problem[]>();
  for (const operation of model.operations) {
    const found = xmlSchemas(operation).flatMap((name) => faults.get(name) ?? []);
    const messages = new Set(found.map(({ pointer, message }) => `its XML is not supported: ${pointer}: ${message}`));
    const own = [...messages].map((message) => ({ pointer: pointers.get(operation.id)!, message }));
    if (own.length > 0) problems.set(operation.id, own);
  }
  return leaveOut(model, problems, skip);
}

function xmlSchemas({ bodies, responses }: Operation): string[] {
  const contents = [bodies, ...responses.map((response) => response.contents)].flat();
  return contents.filter(({ kind }) => kind === 'xml').map(({ schema }) => schema!);
}

function attempt<T extends object>(run: () => T): T | Problem {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnsupportedSchemaError)) throw error;
    return { pointer: error.pointer, message: error.reason };
  }
}
