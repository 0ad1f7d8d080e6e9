import {
  type ApiModel,
  buildModel,
  compilePlans,
  jsonTwin,
  loadDescription,
  type Problem,
  withDistinctRoutes,
  withFlatParameters,
  withSupportedXml,
} from '@mailwright/codegen/description';
import type { XmlCodec } from '@mailwright/xml-codec';
import { referenceCodec } from '@mailwright/xml-codec/reference';
import { type Corpus, NO_CORPUS } from './corpus.ts';
import { withExamples } from './examples.ts';
import { withJsonFirst } from './json-first.ts';
import { unjudgeable } from './judgeable.ts';
import { withForbiddenElements, withoutAliases, withoutDemands, withReversedOrder } from './plans.ts';
import { readResources } from './prism.ts';
import type { Resource } from './resource.ts';
import { createRouter, type Router } from './router.ts';

/**
 * Requests may use `x-xml-aliases` in place of the names of elements; answers use the names themselves. `broken` writes
 * requests that are wrong on purpose: any text for any scalar, nothing required. `reversed` writes requests whose elements have
 * their children the other way round.
 */
export type Side = 'request' | 'response' | 'broken' | 'reversed';

/** A description, ready to judge by. */
export interface Contract {
  model: ApiModel;
  /** Operations and schemas that cannot be checked, with the reasons. */
  leftOut: Problem[];
  /** Violations of OpenAPI that are tolerated. */
  notes: Problem[];
  /** The operation that a method and a path below the base address mean. */
  route: Router;
  /** The reference codec of a named schema. */
  codec(schema: string, side: Side): XmlCodec<unknown>;
  /** An operation as Prism sees it, in the JSON twin. */
  resource(operationId: string): Resource;
}

export interface ContractOptions {
  /** Known good values of named schemas; they become the first examples of every body of the schema. */
  corpus?: Corpus;
  /** JSON is preferred where a body can be XML or JSON. */
  json?: boolean;
}

/**
 * Reads a description, OpenAPI 3.0 or 3.1, YAML or JSON, one file or many.
 * @throws DescriptionError when it cannot be read or contradicts itself
 */
export async function loadContract(
  file: string,
  { corpus = NO_CORPUS, json = false }: ContractOptions = {},
): Promise<Contract> {
  const leftOut: Problem[] = [];
  const notes: Problem[] = [];
  const skip = (problem: Problem) => leftOut.push(problem);
  const described = withDistinctRoutes(
    withFlatParameters(
      withSupportedXml(buildModel(await loadDescription(file, { note: (note) => notes.push(note) }), skip), skip),
    ),
    skip,
  );
  const model = json ? withJsonFirst(described) : described;
  leftOut.push(...unjudgeable(model));
  const { schemas = {} } = model.document.components ?? {};
  const plans = withForbiddenElements(compilePlans(model.document, xmlSchemas(model)), schemas);
  const plansOf = {
    request: plans,
    response: withoutAliases(plans),
    broken: withoutDemands(plans),
    reversed: withReversedOrder(plans),
  };
  const resources = await readResources(jsonTwin(withExamples(model.document, corpus)));
  return {
    model,
    leftOut,
    notes,
    route: createRouter(model.operations),
    codec: (schema, side) => referenceCodec(schema, plansOf[side]),
    resource: (operationId) => resources.get(operationId)!,
  };
}

function xmlSchemas({ operations }: ApiModel): Set<string> {
  const contents = operations.flatMap(({ bodies, responses }) => [
    ...bodies,
    ...responses.flatMap((response) => response.contents),
  ]);
  return new Set(contents.filter(({ kind }) => kind === 'xml').map(({ schema }) => schema!));
}
