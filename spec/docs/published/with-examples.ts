import type { ApiModel, OpenApiDocument, Operation } from '@mailwright/codegen';
import type { AnsweredErrors } from '../answered-errors.ts';
import { errorExamples } from '../error-examples.ts';
import { type Example, type Examples, titleOf } from '../examples.ts';
import type { SampleRequest } from '../request.ts';
import { resolve, schemaName } from '../samples.ts';
import { SharedExamples } from './shared-examples.ts';

/** What examples are made of. */
export interface ExampleSources {
  examples: Examples;
  /** The requests of the code samples, by operationId. */
  requests: ReadonlyMap<string, SampleRequest>;
  errors: AnsweredErrors;
  /** Whether examples of XML are documents; otherwise they are the values that the documents stand for. */
  writesDocuments: boolean;
}

/** The most examples of one body. */
const most = 3;

/**
 * Adds examples to every body of a description: the request of the code samples and the cases of the corpus for requests, the
 * corpus for successes, and what the service has answered for errors. A response that operations share is copied into each of
 * them, because its errors are different ones.
 * @param document the description of the model or its twin, which is changed
 */
export function addExamples(document: OpenApiDocument, model: ApiModel, sources: ExampleSources): void {
  const { operations, document: described } = model;
  const shared = new SharedExamples(document, sources.writesDocuments);
  for (const operation of operations) {
    const node: OpenApiDocument = document.paths[operation.path][operation.method.toLowerCase()];
    if (node.requestBody) addTo(node.requestBody, (schema, xml) => requestExamples(operation, schema, xml));
    for (const [status, response] of Object.entries<OpenApiDocument>(node.responses)) {
      const own = structuredClone(resolve(document, response));
      if (!own.content) continue;
      const examplesOf = status < '300' ? corpusExamples : errorsOf(operation, status);
      if (addTo(own, examplesOf)) node.responses[status] = own;
    }
  }

  function addTo({ content }: OpenApiDocument, examplesOf: (schema: string, xml: boolean) => Named): boolean {
    let isChanged = false;
    for (const [mediaType, media] of Object.entries<OpenApiDocument>(content)) {
      const schema = schemaName(media);
      const { examples, titles } = examplesOf(schema, mediaType.endsWith('xml'));
      if (examples.length === 0) continue;
      media.examples = shared.refer(schema, mediaType, examples, titles);
      isChanged = true;
    }
    return isChanged;
  }

  function requestExamples({ id, summary }: Operation, schema: string, xml: boolean): Named {
    const corpus = corpusExamples(schema, xml);
    const sample = sampleOf(id);
    if (sample?.schema !== schema || corpus.examples.some(({ value }) => value === sample.value)) return corpus;
    const made = { ...sources.examples.made(schema, sample.value, xml), name: id };
    return { examples: [made, ...corpus.examples.slice(0, most - 1)], titles: [summary, ...corpus.titles] };
  }

  /** The body of the code samples; its media type is that of the description, not of its twin. */
  function sampleOf(id: string): { schema: string; value: unknown } | undefined {
    const { operation, mediaType, body } = sources.requests.get(id) ?? {};
    if (!operation || !mediaType || !body) return undefined;
    const { content } = described.paths[operation.path][operation.method.toLowerCase()].requestBody;
    return { schema: schemaName(content[mediaType]), value: body.value };
  }

  function corpusExamples(schema: string, xml: boolean): Named {
    const examples = sources.examples.of(schema, xml).slice(0, most);
    return { examples, titles: examples.map(({ name }) => titleOf(name)) };
  }

  function errorsOf(operation: Operation, status: string) {
    return (schema: string, xml: boolean): Named => {
      if (schema !== 'Error') return corpusExamples(schema, xml);
      const examples = errorExamples(operation, status, xml, sources);
      return { examples, titles: examples.map(({ title }) => title) };
    };
  }
}

/** Examples with their titles. */
interface Named {
  examples: Example[];
  titles: string[];
}
