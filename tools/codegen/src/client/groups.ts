import { sourceFile } from '../emit/header.ts';
import { propertyKey } from '../emit/names.ts';
import type { ApiModel, Operation } from '../model/model.ts';
import { inputIsOptional } from './input-type.ts';
import { groupName, type Names } from './names.ts';
import { docComment } from './source.ts';

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

export function groupsOf(model: ApiModel): Group[] {
  const tags: { name: string; description?: string }[] = model.document.tags ?? [];
  return [...Map.groupBy(model.operations, ({ group }) => group)].map(([name, operations]) => {
    const title = operations[0]!.groupTitle;
    return {
      name,
      file: `${groupName(name)}.ts`,
      factory: `${name}Group`,
      description: tags.find((tag) => tag.name === title)?.description ?? title,
      operations,
    };
  });
}

/** A group: its functions and inputs handed on, and all of them bound to a connection under their short names. */
export function groupFile(model: ApiModel, { factory, description, operations }: Group, names: Names): string {
  const paged = operations.some(({ paging }) => paging);
  const plain = operations.some(({ paging }) => !paging);
  const imports = [
    `import { ${[...(paged ? ['bindPaged'] : []), ...(plain ? ['type CallOptions'] : []), 'type Connection'].join(', ')} } from '@mailwright/client/runtime';`,
    ...operations.map((operation) => `import { ${imported(operation, names)} } from './${names.file(operation)}';`),
  ];
  const exports = operations.map((operation) => `export * from './${names.file(operation)}';`);
  const members = operations.map((operation) => `${summary(operation)}    ${member(operation, names)},`);
  return sourceFile(
    model,
    imports,
    `${exports.join('\n')}

${docComment([description])}export function ${factory}(connection: Connection) {
  return {
${members.join('\n')}
  };
}`,
  );
}

function imported(operation: Operation, names: Names): string {
  const value = names.function(operation);
  return operation.paging ? value : `type ${names.input(operation)}, ${value}`;
}

function summary({ summary, method, path, deprecated }: Operation): string {
  const lines = [summary ? `${summary}.` : `\`${method} ${path}\``, ...(deprecated ? ['@deprecated'] : [])];
  return docComment(lines, '    ');
}

function member(operation: Operation, names: Names): string {
  const key = propertyKey(operation.clientName);
  const name = names.function(operation);
  if (operation.paging) return `${key}: bindPaged(connection, ${name})`;
  const input = `input${inputIsOptional(operation) ? '?' : ''}: ${names.input(operation)}`;
  return `${key}: (${input}, options?: CallOptions) => ${name}(connection, input, options)`;
}
