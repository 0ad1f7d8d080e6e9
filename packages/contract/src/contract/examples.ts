import type { OpenApiDocument } from '@mailwright/codegen/description';
import type { Corpus } from './corpus.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** The description with the cases of a corpus as named examples of the bodies, before those that it has itself. */
export function withExamples(description: OpenApiDocument, corpus: Corpus): OpenApiDocument {
  if (corpus.size === 0) return description;
  const document = structuredClone(description);
  for (const response of Object.values<OpenApiDocument>(document.components?.responses ?? {})) addTo(response, corpus);
  for (const path of Object.values<OpenApiDocument>(document.paths ?? {})) {
    for (const operation of METHODS.map((method) => path[method]).filter(Boolean)) {
      if (operation.requestBody) addTo(operation.requestBody, corpus);
      for (const response of Object.values<OpenApiDocument>(operation.responses ?? {})) addTo(response, corpus);
    }
  }
  return document;
}

function addTo({ content }: OpenApiDocument, corpus: Corpus): void {
  for (const media of Object.values<OpenApiDocument>(content ?? {})) {
    const schema = /^#\/components\/schemas\/([^/]+)$/.exec(media.schema?.$ref ?? '')?.[1];
    const cases = corpus.get(schema ?? '') ?? [];
    if (cases.length === 0) continue;
    const { example, examples = {} } = media;
    const own = example === undefined ? examples : { ...examples, example: { value: example } };
    delete media.example;
    media.examples = { ...Object.fromEntries(cases.map(({ name, value }) => [name, { value }])), ...own };
  }
}
