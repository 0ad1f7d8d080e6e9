import type { OpenApiDocument, Operation } from '@mailwright/codegen';
import type { AnsweredErrors } from '../answered-errors.ts';
import { errorExamples } from '../error-examples.ts';
import { type Example, type Examples, titleOf } from '../examples.ts';
import { languages } from '../languages.ts';
import type { SampleRequest } from '../request.ts';
import { resolve, schemaName } from '../samples.ts';
import { traits } from '../traits.ts';
import { addressHtml, escapeHtml as e, tabs } from './components.ts';
import { codeBlock, inline, markdown } from './markdown.ts';
import { schemaTable, typeOf } from './schema.ts';

/** The data that pages of operations are made from. */
export interface Material {
  document: OpenApiDocument;
  examples: Examples;
  /** Error messages that the service has answered. */
  errors: AnsweredErrors;
  requests: ReadonlyMap<string, SampleRequest>;
  /** Why snippets cannot be run by everybody, by operationId. */
  needs: ReadonlyMap<string, string>;
}

const mostExamples = 3;
const folded = (title: string, html: string) => `<details><summary>${title}</summary>${html}</details>`;

/** The page of an operation: what it does, a request and its responses as code, and all details. */
export function operationHtml(operation: Operation, material: Material): string {
  const { document, requests, needs } = material;
  const { method, path, summary, id } = operation;
  const node: OpenApiDocument = document.paths[path][method.toLowerCase()];
  const request = requests.get(id)!;
  const need = needs.get(id);
  const text = [node.description, traits(operation)].filter(Boolean).join('\n\n');
  const snippets = languages.map(({ title, grammar, write }) => ({ title, html: codeBlock(write(request), grammar) }));
  return `<div class="operation"><div class="intro">
<h1>${inline(summary ?? id)}</h1>
<p class="address">${addressHtml(method, `/1.0${path}`)} <small>${id}</small></p>
${markdown.render(text)}
</div><div class="code">
${need ? `<p>This snippet requires ${inline(need)}.</p>` : ''}
${tabs('language', 'Request', snippets)}
<p class="foot"><a href="/guides/authentication.html#send-the-key">Where the key and the certificate come from</a></p>
<div class="try" data-request="${e(JSON.stringify(toTryForm(node, request, document)))}"></div>
${exampleTabs(operation, node, material)}
</div><div class="text">
${parametersHtml(document, node)}
${bodyHtml(node, material)}
<h2 id="responses">Responses</h2>
${responsesHtml(operation, node, material)}
</div></div>`;
}

/** The data of the form that sends a request from the page. */
function toTryForm(node: OpenApiDocument, request: SampleRequest, document: OpenApiDocument) {
  const values = new Map(request.parameters.map(({ parameter, value }) => [parameter.name, value]));
  return {
    method: request.operation.method,
    path: request.operation.path,
    parameters: parameterNodes(document, node).map(({ name, in: place, required = false }) => ({
      name,
      place,
      required,
      value: [values.get(name) ?? []].flat(),
    })),
    ...(request.mediaType && { mediaType: request.mediaType, body: request.body?.text ?? '' }),
  };
}

const parameterNodes = (document: OpenApiDocument, node: OpenApiDocument): OpenApiDocument[] =>
  (node.parameters ?? []).map((one: OpenApiDocument) => resolve(document, one));

function parametersHtml(document: OpenApiDocument, node: OpenApiDocument): string {
  const nodes = parameterNodes(document, node);
  if (nodes.length === 0) return '';
  const rows = nodes.map(
    ({ name, in: place, required, deprecated, schema, description = '' }) =>
      `<tr><td><code>${e(name)}</code>${required ? ' <small>required</small>' : ''}${deprecated ? ' <small>deprecated</small>' : ''}<br><small>${place}</small></td><td>${typeOf(document, schema)}${
        schema.default === undefined ? '' : `; default <code>${e(String(schema.default))}</code>`
      }</td><td>${inline(description)}</td></tr>`,
  );
  return `<h2 id="parameters">Parameters</h2><table tabindex="0"><thead><tr><th>Name</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function bodyHtml(node: OpenApiDocument, material: Material): string {
  if (!node.requestBody) return '';
  const find = (schema: string, xml: boolean) => material.examples.of(schema, xml);
  return `<h2 id="body">Body</h2>${contentsHtml(node.requestBody.content, material, find)}`;
}

function responsesHtml(operation: Operation, node: OpenApiDocument, material: Material): string {
  return Object.keys(node.responses)
    .map((status) => {
      const response = resolve(material.document, node.responses[status]);
      const title = `<b>${status}</b> ${inline(response.description ?? '')}`;
      const headers = Object.keys(response.headers ?? {}).map((name) => `<code>${e(name)}</code>`);
      const named = headers.length > 0 ? `<p>Headers: ${headers.join(' ')}</p>` : '';
      const contents = contentsHtml(response.content ?? {}, material, responseExamples(operation, status, material));
      const inside = named + contents;
      return inside ? folded(title, inside) : `<p class="answer">${title}</p>`;
    })
    .join('\n');
}

/** Finds the examples that a response with a status can have. */
function responseExamples(operation: Operation, status: string, material: Material) {
  return (schema: string, xml: boolean): Example[] =>
    schema === 'Error' && status >= '300'
      ? errorExamples(operation, status, xml, material).slice(0, 1)
      : material.examples.of(schema, xml);
}

function contentsHtml(
  content: OpenApiDocument,
  { document }: Material,
  find: (schema: string, xml: boolean) => Example[],
): string {
  return Object.entries<OpenApiDocument>(content)
    .map(([mediaType, media]) => {
      const name = schemaName(media);
      const table = name === 'Error' || media['x-twin-of'] ? '' : schemaTable(document, media.schema ?? {});
      const samples = find(name, mediaType.endsWith('xml')).slice(0, mostExamples);
      const shown = samples.map(
        (example) => `<p class="title">${e(titleOf(example.name))}</p>${exampleHtml(example, mediaType)}`,
      );
      const isTold = name === 'Error' || shown.length < 2;
      return `<p><code>${e(mediaType)}</code></p>${table}${isTold ? '' : folded('More examples', shown.slice(1).join(''))}`;
    })
    .join('');
}

function exampleHtml({ value, text }: Example, mediaType: string): string {
  if (/xml$/.test(mediaType)) return codeBlock(text, 'xml');
  if (!/json$/.test(mediaType)) return codeBlock(text, '');
  return codeBlock(typeof value === 'string' ? JSON.stringify(value) : text, 'json');
}

/** The first example of each response, by status; of successes in each encoding. */
function exampleTabs(operation: Operation, node: OpenApiDocument, material: Material): string {
  const all = Object.keys(node.responses).flatMap((status) => {
    const response = resolve(material.document, node.responses[status]);
    const contents = Object.entries<OpenApiDocument>(response.content ?? {});
    const shown = contents.filter(([, media], index) => index === 0 || (status < '300' && media['x-twin-of']));
    return shown.flatMap(([mediaType, media]) => {
      const [first] = responseExamples(operation, status, material)(schemaName(media), mediaType.endsWith('xml'));
      if (!first) return [];
      return [{ title: media['x-twin-of'] ? `${status} JSON` : status, html: exampleHtml(first, mediaType) }];
    });
  });
  return all.length === 0 ? '' : tabs('response', 'Response', all);
}
