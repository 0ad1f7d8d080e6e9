import type { ApiModel, OpenApiDocument } from '@mailwright/codegen';
import { curl } from './curl.ts';
import { errorExamples } from './error-examples.ts';
import { type Example, type Examples, titleOf } from './examples.ts';
import type { SampleRequest } from './request.ts';
import { readSamples, resolve, sampleRequests, schemaName } from './samples.ts';
import { traits } from './traits.ts';
import { typescript } from './typescript.ts';

const mostExamples = 4;

/** The name of the product, drawn; in the reference it leads back to the first page. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="32"><text x="8" y="22" font-family="sans-serif" font-weight="700" font-size="19" fill="#1450c8">‹ Mailwright</text></svg>',
)}`;

/** The description with what a reader needs beside it: examples of all bodies, and snippets of each request. */
export function enrich(model: ApiModel, examples: Examples): { document: OpenApiDocument; requests: SampleRequest[] } {
  const document = structuredClone(model.document);
  document.info['x-logo'] = { url: logo, href: '#', altText: 'To the first page' };
  const requests = sampleRequests(model, readSamples(model), examples);
  for (const operation of model.operations) {
    const node = document.paths[operation.path][operation.method.toLowerCase()];
    addExamples(node.requestBody, (schema, xml) => examples.of(schema, xml));
    for (const status of Object.keys(node.responses)) {
      node.responses[status] = structuredClone(resolve(document, node.responses[status]));
      addExamples(node.responses[status], (schema, xml) => {
        const all = examples.of(schema, xml);
        const sealed = operation.sealed !== undefined;
        return status < '300' ? all : errorExamples(all, status, operation.path, sealed);
      });
    }
    const request = requests.get(operation.id)!;
    node.description = [node.description, traits(operation)].filter(Boolean).join('\n\n');
    node['x-codeSamples'] = [
      { lang: 'bash', label: 'curl', source: curl(request) },
      { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
    ];
  }
  return { document, requests: [...requests.values()] };
}

function addExamples(holder: OpenApiDocument | undefined, find: (schema: string, xml: boolean) => Example[]) {
  for (const [mediaType, media] of Object.entries<OpenApiDocument>(holder?.content ?? {})) {
    const found = find(schemaName(media), mediaType.endsWith('xml')).slice(0, mostExamples);
    if (found.length === 0) continue;
    const asText = !mediaType.endsWith('json');
    media.examples = Object.fromEntries(
      found.map(({ name, value, text }) => [name, { summary: titleOf(name), value: asText ? text : value }]),
    );
  }
}
