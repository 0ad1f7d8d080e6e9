import type { OpenApiDocument, Operation } from '@mailwright/codegen';
import { languages } from '../languages.ts';
import { resolve, schemaName } from '../samples.ts';
import { traits } from '../traits.ts';
import type { Material } from './operation.ts';

/** The page of an operation in Markdown. */
export function operationMarkdown(operation: Operation, { document, requests, examples }: Material): string {
  const { method, path, summary, id } = operation;
  const node: OpenApiDocument = document.paths[path][method.toLowerCase()];
  const parameters = (node.parameters ?? []).map((one: OpenApiDocument) => {
    const { name, in: place, required, deprecated, description = '' } = resolve(document, one);
    return `- \`${name}\` (${place}${required ? ', required' : ''}${deprecated ? ', deprecated' : ''}): ${description.trim()}`;
  });
  const request = requests.get(id)!;
  const snippets = languages.map(({ title, grammar, write }) => `### ${title}\n\n${fenced(write(request), grammar)}`);
  const responses = Object.keys(node.responses).map((status) => {
    const { description = '', content = {} } = resolve(document, node.responses[status]);
    const [first] = Object.entries<OpenApiDocument>(content);
    const [example] = first && status < '300' ? examples.of(schemaName(first[1]), first[0].endsWith('xml')) : [];
    return `### ${status}\n\n${description.trim()}${example ? `\n\n${fenced(example.text, '')}` : ''}`;
  });
  return [
    `# ${summary ?? id}`,
    `\`${method} /1.0${path}\` (operation \`${id}\`)`,
    node.description?.trim(),
    traits(operation),
    ...(parameters.length > 0 ? ['## Parameters', parameters.join('\n')] : []),
    '## Request',
    ...snippets,
    '## Responses',
    ...responses,
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

const fenced = (text: string, language: string) => `\`\`\`${language}\n${text}\n\`\`\``;
