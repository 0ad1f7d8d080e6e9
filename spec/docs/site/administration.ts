import type { ApiModel, OpenApiDocument, Operation } from '@mailwright/codegen';
import { curl } from '../curl.ts';
import { resolve } from '../samples.ts';
import type { Tag, Topic } from '../topics.ts';
import { traits } from '../traits.ts';
import type { Page } from './pages.ts';
import { schemaRows, typeOf } from './schema.ts';

/** The pages of the description for operators: one for each tag, and a list of them. Each is written in Markdown. */
export function administrationPages({ document }: ApiModel, topics: Topic[]): Page[] {
  const tags = topics.flatMap((topic) => topic.tags);
  const { title, description, summary } = document.info;
  const lists = topics.map(({ title, tags }) => `## ${title}\n\n${tags.map(line).join('\n')}`);
  const start = {
    path: 'administration/index',
    title,
    description: summary,
    kind,
    markdown: `# ${title}\n\n${description}\n[OpenAPI description](../administration.json) · [How to operate the service](../guides/operation.md)\n\n${lists.join('\n\n')}\n`,
  };
  return [start, ...tags.map((tag) => tagPage(document, tag))];
}

const kind = 'Administration';

const line = ({ title, address, description }: Tag) => `- [${title}](${address.split('/').at(-1)}.md): ${description}`;

function tagPage(document: OpenApiDocument, { title, description, address, operations }: Tag): Page {
  const sections = operations.map(({ operation }) => section(document, operation));
  return {
    path: address,
    title,
    description,
    kind,
    markdown: `# ${title}\n\n${description}\n\n${sections.join('\n\n')}\n`,
  };
}

function section(document: OpenApiDocument, operation: Operation): string {
  const { id, method, path, summary } = operation;
  const node: OpenApiDocument = document.paths[path][method.toLowerCase()];
  const parameters: OpenApiDocument[] = (node.parameters ?? []).map((one: OpenApiDocument) => resolve(document, one));
  const values = new Map<string, unknown>(parameters.map(({ name, example }) => [name, example]));
  const [body] = Object.values<OpenApiDocument>(node.requestBody?.content ?? {});
  const draft = body && resolve(document, body.schema);
  const request = {
    operation,
    parameters: operation.parameters
      .filter(({ required }) => required)
      .map((parameter) => ({ parameter, value: values.get(parameter.name) })),
    ...(draft && {
      mediaType: 'application/json',
      body: { value: draft.example, text: JSON.stringify(draft.example, null, 2) },
    }),
  };
  const responses = Object.keys(node.responses).map((status) => {
    const { description = '', content = {} } = resolve(document, node.responses[status]);
    const [media] = Object.values<OpenApiDocument>(content);
    const rows = status < '300' ? schemaRows(document, media?.schema ?? {}) : [];
    return `**${status}** ${description.trim()}\n${rows.length > 0 ? `\n${table(rows)}\n` : ''}`;
  });
  return [
    `## ${summary ?? id}`,
    `\`${method} /admin/1.0${path}\` (operation \`${id}\`)`,
    node.description?.trim(),
    traits(operation),
    `\`\`\`bash\n${curl(request, administration)}\n\`\`\``,
    parameters.length > 0 && table(parameters.map((parameter) => parameterRow(document, parameter))),
    draft && `**Body**\n\n${table(schemaRows(document, body.schema))}`,
    `**Responses**\n\n${responses.join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Where operators' requests go, and how they give their key. */
const administration = {
  base: 'https://localhost:8443/admin/1.0',
  login: '-H "Authorization: Bearer $OPERATOR_KEY"',
};

const parameterRow = (document: OpenApiDocument, { name, required, schema, description = '' }: OpenApiDocument) => ({
  name,
  required: required ?? false,
  type: typeOf(document, schema),
  description,
});

function table(rows: ReturnType<typeof schemaRows>): string {
  const cells = rows.map(
    ({ name, type, required, description }) =>
      `| \`${name}\`${required ? ' required' : ''} | ${type} | ${description.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')} |`,
  );
  return ['| Name | Type | Description |', '| --- | --- | --- |', ...cells].join('\n');
}
