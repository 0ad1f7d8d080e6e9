import { type ApiModel, jsonTwin, type OpenApiDocument } from '@mailwright/codegen';
import { readAnsweredErrors } from '../answered-errors.ts';
import { Examples } from '../examples.ts';
import { readSamples, sampleRequests } from '../samples.ts';
import { addCodeSamples } from './code-samples.ts';
import { addLinks, readLinkSources } from './links.ts';
import { addExamples } from './with-examples.ts';

/** The description as others read it. */
export interface Published {
  description: OpenApiDocument;
  /** The description with JSON in place of XML, for tools that cannot read XML. */
  twin: OpenApiDocument;
  /** The description whose examples of XML are the values that the documents stand for, as linters compare them. */
  comparable: OpenApiDocument;
}

/**
 * Adds examples of every body, links between operations and code samples to a description. None of them is written by hand:
 * they are made of the corpus, the samples, the preconditions and the answers of the service.
 */
export function publish(model: ApiModel): Published {
  const examples = new Examples(model.document);
  const requests = sampleRequests(model, readSamples(model), examples);
  const sources = { examples, requests, errors: readAnsweredErrors(), writesDocuments: true };
  const links = readLinkSources();
  const complete = (document: OpenApiDocument, writesDocuments: boolean): OpenApiDocument => {
    addExamples(document, model, { ...sources, writesDocuments });
    addLinks(document, model, links);
    removeUnused(document);
    return document;
  };
  const description = complete(structuredClone(model.document), true);
  addCodeSamples(description, model, requests);
  return {
    description,
    twin: complete(jsonTwin(model.document), true),
    comparable: complete(structuredClone(model.document), false),
  };
}

/** Removes the responses that every operation has a copy of. */
function removeUnused(document: OpenApiDocument): void {
  const text = JSON.stringify(document.paths);
  const { responses } = document.components;
  for (const name of Object.keys(responses))
    if (!text.includes(`"#/components/responses/${name}"`)) delete responses[name];
}
