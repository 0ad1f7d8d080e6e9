import { propertyKey } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Operation } from '../model/model.ts';
import { inputIsOptional } from './input-type.ts';
import { groupName, type Names } from './names.ts';
import { deprecatedTag, docComment, sentence } from './source.ts';

/** Operations that share their first tag. */
export interface Group {
  /** Member of the client. */
  name: string;
  /** File in `client/`. */
  file: string;
  /** The function that binds it to a connection. */
  factory: string;
  description: string;
  operations: Operation[];
}

export function groupsOf(model: ApiModel, names: Names): Group[] {
  const tags: { name: string; description?: string }[] = model.document.tags ?? [];
  return [...Map.groupBy(model.operations, ({ group }) => group)].map(([name, operations]) => {
    const title = operations[0]!.groupTitle;
    return {
      name,
      file: `${groupName(name)}.ts`,
      factory: names.factory(name),
      description: tags.find((tag) => tag.name === title)?.description ?? title,
      operations,
    };
  });
}

/** Operations of a file: each takes eight lines at most, and the file stays below 800. */
const LIMIT = 90;

/**
 * A group: its functions and types handed on, and all of them bound to a connection under their short names. A large one
 * is made of parts, in files of their own.
 */
export function groupFiles(model: ApiModel, group: Group, names: Names): Map<string, string> {
  const count = Math.ceil(group.operations.length / LIMIT);
  if (count === 1) return new Map([[group.file, partFile(model, group, names)]]);
  const parts = Array.from({ length: count }, (_, index) => ({
    ...group,
    file: group.file.replace(/\.ts$/, `-${index + 1}.ts`),
    factory: `${group.factory}${index + 1}`,
    operations: group.operations.slice(index * LIMIT, (index + 1) * LIMIT),
  }));
  const imports = [
    `import type { Connection } from '@mailwright/client-runtime';`,
    ...parts.map((part) => `import { type ${groupType(part)}, ${part.factory} } from './${part.file}';`),
  ];
  const text = `${parts.map(({ file }) => `export * from './${file}';`).join('\n')}

${docComment([group.description])}export interface ${groupType(group)}
  extends
    ${parts.map(groupType).join(',\n    ')} {}

export function ${group.factory}(connection: Connection): ${groupType(group)} {
  return { ${parts.map(({ factory }) => `...${factory}(connection)`).join(', ')} };
}`;
  return new Map([
    ...parts.map((part) => [part.file, partFile(model, part, names)] as const),
    [group.file, sourceFile(model, imports, text)],
  ]);
}

function partFile(model: ApiModel, group: Group, names: Names): string {
  const { factory, description, operations } = group;
  const paged = operations.some(({ paging }) => paging);
  const plain = operations.some(({ paging }) => !paging);
  const runtime = [paged && 'type BoundPaged', paged && 'bindPaged', plain && 'type CallOptions', 'type Connection'];
  const imports = [
    `import { ${runtime.filter(Boolean).join(', ')} } from '@mailwright/client-runtime';`,
    ...operations.map((each) => `import { ${imported(each, names).join(', ')} } from './${names.file(each)}';`),
  ];
  const text = `${operations.map((each) => `export * from './${names.file(each)}';`).join('\n')}

${docComment([description])}export interface ${groupType(group)} {
${operations.map((each) => `${summary(each)}  ${signature(each, names)};`).join('\n')}
}

export function ${factory}(connection: Connection): ${groupType(group)} {
  return {
${operations.map((each) => `    ${propertyKey(each.clientName)}: ${bound(each, names)},`).join('\n')}
  };
}`;
  return sourceFile(model, imports, text);
}

/** The interface of a group. */
export function groupType({ factory }: Group): string {
  return factory.charAt(0).toUpperCase() + factory.slice(1);
}

function imported(operation: Operation, names: Names): string[] {
  const types = operation.paging ? [] : [names.input(operation), names.call(operation)].map((name) => `type ${name}`);
  return [...types, names.function(operation)];
}

function summary(operation: Operation): string {
  const { summary, method, path, deprecated } = operation;
  const lines = [
    summary ? sentence(summary) : `\`${method} ${path}\``,
    ...(deprecated ? [deprecatedTag(operation)] : []),
  ];
  return docComment(lines, '  ');
}

function signature(operation: Operation, names: Names): string {
  const key = propertyKey(operation.clientName);
  if (operation.paging) return `${key}: BoundPaged<typeof ${names.function(operation)}>`;
  const input = `input${inputIsOptional(operation) ? '?' : ''}: ${names.input(operation)}`;
  return `${key}(${input}, options?: CallOptions): ${names.call(operation)}`;
}

function bound(operation: Operation, names: Names): string {
  const name = names.function(operation);
  if (operation.paging) return `bindPaged(connection, ${name})`;
  return `(input, options) => ${name}(connection, input, options)`;
}
