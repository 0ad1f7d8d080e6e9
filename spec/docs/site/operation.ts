import type { OpenApiDocument, Operation } from '@mailwright/codegen';
import { marked } from 'marked';
import { curl } from '../curl.ts';
import { errorExamples } from '../error-examples.ts';
import { type Example, type Examples, titleOf } from '../examples.ts';
import { escapeHtml as e } from '../html.ts';
import { plainHttp } from '../plain-http.ts';
import type { SampleRequest } from '../request.ts';
import { resolve, schemaName } from '../samples.ts';
import { traits } from '../traits.ts';
import { typescript } from '../typescript.ts';
import { schemaTable, typeOf } from './schema.ts';

/** What operations are shown with. */
export interface Material {
  document: OpenApiDocument;
  examples: Examples;
  requests: ReadonlyMap<string, SampleRequest>;
  /** Why snippets cannot be run by everybody, by operationId. */
  needs: ReadonlyMap<string, string>;
}

const mostExamples = 3;
const code = (text: string) => `<pre tabindex="0"><code>${e(text)}</code></pre>`;
const folded = (title: string, html: string) => `<details><summary>${title}</summary>${html}</details>`;

/** One operation: what it does, what it takes, what it answers, and how it is called. */
export function operationHtml(operation: Operation, material: Material): string {
  const { document, requests, needs } = material;
  const { method, path, summary, id } = operation;
  const node: OpenApiDocument = document.paths[path][method.toLowerCase()];
  const request = requests.get(id)!;
  const need = needs.get(id);
  const text = [node.description, traits(operation)].filter(Boolean).join('\n\n');
  return `<section class="operation" id="${id}">
<h2><a href="#${id}">${e(summary ?? id)}</a></h2>
<p class="address"><b class="${method.toLowerCase()}">${method}</b> <code>/1.0${e(path)}</code> <small>${id}</small></p>
${marked.parse(text, { async: false })}
${parametersHtml(document, node)}
${bodyHtml(node, material)}
<h3>Request</h3>
${need ? `<p>This snippet requires ${e(need)}.</p>` : ''}
${code(curl(request))}
${folded('TypeScript', code(typescript(request)))}
${folded('HTTP', code(plainHttp(request)))}
<div class="try" data-request="${e(JSON.stringify(tried(node, request, document)))}"></div>
<h3>Responses</h3>
${answersHtml(operation, node, material)}
</section>`;
}

/** What the form that tries an operation needs to know. */
function tried(node: OpenApiDocument, request: SampleRequest, document: OpenApiDocument) {
  const values = new Map(request.parameters.map(({ parameter, value }) => [parameter.name, value]));
  const nodes: OpenApiDocument[] = (node.parameters ?? []).map((one: OpenApiDocument) => resolve(document, one));
  return {
    method: request.operation.method,
    path: request.operation.path,
    parameters: nodes.map(({ name, in: place, required = false }) => ({
      name,
      place,
      required,
      value: [values.get(name) ?? []].flat(),
    })),
    ...(request.mediaType && { mediaType: request.mediaType, body: request.body?.text ?? '' }),
  };
}

function parametersHtml(document: OpenApiDocument, node: OpenApiDocument): string {
  const nodes: OpenApiDocument[] = (node.parameters ?? []).map((one: OpenApiDocument) => resolve(document, one));
  if (nodes.length === 0) return '';
  const rows = nodes.map(
    ({ name, in: place, required, schema, description = '' }) =>
      `<tr><td><code>${e(name)}</code>${required ? ' <small>required</small>' : ''}</td><td>${place}</td><td>${typeOf(document, schema)}${
        schema.default === undefined ? '' : `; default <code>${e(String(schema.default))}</code>`
      }</td><td>${e(description)}</td></tr>`,
  );
  return `<h3>Parameters</h3><table tabindex="0"><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function bodyHtml(node: OpenApiDocument, material: Material): string {
  if (!node.requestBody) return '';
  return `<h3>Body</h3>${contentsHtml(node.requestBody.content, material, (schema, xml) => material.examples.of(schema, xml))}`;
}

function answersHtml(operation: Operation, node: OpenApiDocument, material: Material): string {
  const { document, examples } = material;
  return Object.keys(node.responses)
    .map((status) => {
      const response = resolve(document, node.responses[status]);
      const title = `<b>${status}</b> ${e(response.description ?? '')}`;
      const headers = Object.keys(response.headers ?? {});
      const named =
        headers.length > 0 ? `<p>Headers: ${headers.map((name) => `<code>${e(name)}</code>`).join(' ')}</p>` : '';
      if (!response.content) return headers.length > 0 ? folded(title, named) : `<p class="answer">${title}</p>`;
      const contents = contentsHtml(response.content, material, (schema, xml) => {
        const all = examples.of(schema, xml);
        const isSealed = operation.sealed !== undefined;
        return status < '300' ? all : errorExamples(all, status, operation.path, isSealed).slice(0, 1);
      });
      return folded(title, named + contents);
    })
    .join('\n');
}

function contentsHtml(
  content: OpenApiDocument,
  { document }: Material,
  find: (schema: string, xml: boolean) => Example[],
): string {
  return Object.entries<OpenApiDocument>(content)
    .map(([mediaType, media]) => {
      const shown = find(schemaName(media), mediaType.endsWith('xml')).slice(0, mostExamples);
      const samples = shown.map(({ name, text }) => `<p class="title">${e(titleOf(name))}</p>${code(text)}`).join('');
      const isError = schemaName(media) === 'Error';
      const table = isError ? '' : schemaTable(document, media.schema ?? {});
      const inside = table + (samples && !isError ? folded('Examples', samples) : samples);
      return `<p><code>${e(mediaType)}</code></p>${inside}`;
    })
    .join('');
}
