import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findField } from './fields.ts';

interface Tree {
  [name: string]: Tree;
}
interface Reference {
  $ref?: string;
}
interface Schema extends Reference {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
}
interface Body extends Reference {
  content: Record<string, { schema: Schema }>;
}
interface Operation {
  operationId: string;
  tags: string[];
  'x-client-name'?: string;
  requestBody?: Body;
}

const folder = import.meta.dirname;
const description = JSON.parse(readFileSync(join(folder, '../../../../spec/generated/openapi.json'), 'utf8'));
const sources = globSync('**/*.ts', { cwd: join(folder, '..') })
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(folder, '..', name), 'utf8'))
  .join('\n');

const resolve = <Node extends Reference>(node: Node): Node =>
  node.$ref === undefined
    ? node
    : resolve(
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at, part) => at[part]!, description as Tree) as unknown as Node,
      );

/** Reports whether the console calls an operation: `client.experiments.create(`, or `experiments.create(` after it was taken out. */
function isCalled({ operationId, tags, 'x-client-name': name = operationId }: Operation): boolean {
  const group = tags[0]!.toLowerCase().replaceAll(/[- ](\w)/g, (_, letter: string) => letter.toUpperCase());
  return new RegExp(`\\b${group}\\s*\\.${name}\\(`).test(sources);
}

/** Texts and numbers of a body, which people may have typed: not what they choose. */
function typedFields({ requestBody }: Operation): string[] {
  const [content] = requestBody ? Object.values(resolve(requestBody).content) : [];
  return content ? typedIn(content.schema, 0) : [];
}

function typedIn(schema: Schema, depth: number): string[] {
  const { oneOf = [], properties = {} } = resolve(schema);
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const { type = '', enum: values } = resolve(field);
    return [
      ...(/^(?:string|integer|number)$/.test(type) && !values ? [name] : []),
      ...(depth === 0 ? typedIn(field, 1) : []),
    ];
  });
  return [...fields, ...oneOf.flatMap((each) => typedIn(each, depth))];
}

/** What forms have as a choice, a hidden field or a file, or do not have. */
const chosen =
  /^(?:id|checksum|src|page_key|doimailing|event|event_id|sheet|template|reply_to|count|change_tag|seen_version|blacklist)$|^(?:day_of|rss|delivery)_/;

const operations = Object.values<Record<string, Operation>>(description.paths)
  .flatMap((methods) => Object.values(methods))
  .filter((operation) => operation.operationId !== undefined && isCalled(operation));

test('what people type is named as in their forms when it is refused', () => {
  const unnamed = operations.flatMap((operation) =>
    typedFields(operation)
      .filter((name) => !chosen.test(name) && findField(operation.operationId, name).label === undefined)
      .map((name) => `${operation.operationId}: ${name}`),
  );
  expect(operations.length).toBeGreaterThan(100);
  expect(unnamed).toEqual([]);
});
