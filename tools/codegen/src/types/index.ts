import { propertyKey, typeName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Json } from '../model/model.ts';
import { type Chunk, chunk, type Member } from './chunk.ts';
import { compact } from './compact.ts';
import { type RawTypes, rawTypes } from './raw-types.ts';

/** Lines of a file; the header, the imports and the braces come on top and stay below 800 together. */
const LIMIT = 760;

/**
 * Types of the whole description: `types/index.ts` with `paths`, `operations`, `components` as
 * openapi-fetch knows them, and one type for each schema, by its name.
 * No file is longer than 800 lines.
 */
export function emitTypes(model: ApiModel): Map<string, string> {
  const raw = rawTypes(model.document);
  const files = new Map<string, string>();
  const part = (folder: string, chunks: Chunk[]) => {
    for (const each of chunks) files.set(`types/${folder}/${each.name}.ts`, chunkFile(model, raw, folder, each));
    return chunks.map((each) => ({ file: `./${folder}/${each.name}.ts`, type: interfaceName(folder, each.name) }));
  };
  const groups = groupOfPaths(model);
  const interfaces = {
    paths: part(
      'paths',
      byGroup(raw.paths, (path) => groups.get(path)),
    ),
    webhooks: part('webhooks', chunk('webhooks', raw.webhooks, LIMIT)),
    operations: part(
      'operations',
      byGroup(raw.operations, (id) => model.operations.find((each) => each.id === id)?.group),
    ),
  };
  const components = [...raw.components].map(
    ([kind, members]) => [kind, part('components', chunk(kind, members.map(short), LIMIT))] as const,
  );
  if (raw.helpers.size > 0)
    files.set('types/helpers.ts', sourceFile(model, [], [...raw.helpers.values()].join('\n\n')));
  const names = nameFiles(model);
  for (const [name, text] of names) files.set(`types/${name}.ts`, text);
  files.set('types/index.ts', indexFile(model, interfaces, components, [...names.keys()]));
  return files;
}

type Reference = { file: string; type: string };

function chunkFile(model: ApiModel, { helpers }: RawTypes, folder: string, { name, members }: Chunk): string {
  const text = members.map((member) => indent(member.text)).join('\n');
  const uses = (type: string) => new RegExp(`\\b${type}\\b`).test(text);
  const roots = ['components', 'operations'].filter((root) => text.includes(`${root}["`));
  const imports = roots.length > 0 ? [`import type { ${roots.join(', ')} } from '../index.ts';`] : [];
  const used = [...helpers.keys()].filter(uses);
  if (used.length > 0) imports.unshift(`import type { ${used.join(', ')} } from '../helpers.ts';`);
  return sourceFile(model, imports, `export interface ${interfaceName(folder, name)} {\n${text}\n}`);
}

/** One type for each schema, under its name. */
function nameFiles(model: ApiModel): Map<string, string> {
  const members: Member[] = [...model.schemas].map(([name, { description }]) => ({
    name,
    text: `${comment(description)}export type ${typeName(name)} = components["schemas"][${JSON.stringify(name)}];`,
  }));
  const imports = [`import type { components } from './index.ts';`];
  const chunks = chunk('names', members, LIMIT);
  return new Map(
    chunks.map((each) => [each.name, sourceFile(model, imports, each.members.map((m) => m.text).join('\n'))]),
  );
}

function indexFile(
  model: ApiModel,
  interfaces: Record<string, Reference[]>,
  components: (readonly [string, Reference[]])[],
  names: string[],
): string {
  const all = [...Object.values(interfaces), ...components.map(([, references]) => references)].flat();
  const imports = all.map(({ type, file }) => `import type { ${type} } from '${file}';`).sort();
  const roots = Object.entries(interfaces)
    .filter(([name, references]) => name !== 'webhooks' || references.length > 0)
    .map(([name, references]) => declare(`export interface ${name}`, `export type ${name}`, references));
  const split = components.filter(([, references]) => references.length > 1);
  const parts = split.map(([kind, references]) => declare(`interface components_${kind}`, '', references));
  const members = components.map(([kind, references]) => {
    const type = references.length > 1 ? `components_${kind}` : (references[0]?.type ?? 'never');
    return `  ${propertyKey(kind)}: ${type};`;
  });
  const body = members.length > 0 ? members.join('\n') : '  schemas: never;';
  const text = [
    ...roots,
    ...parts,
    `export interface components {\n${body}\n}`,
    names.map((name) => `export type * from './${name}.ts';`).join('\n'),
  ];
  return sourceFile(model, imports, text.filter(Boolean).join('\n\n'));
}

function declare(asInterface: string, asAlias: string, references: Reference[]): string {
  if (references.length === 0) return `${asAlias} = Record<string, never>;`;
  const bases = references.map(({ type }) => `\n    ${type}`).join(',');
  return `${asInterface}\n  extends${bases} {}`;
}

const short = (member: Member): Member => compact(member, LIMIT);

function byGroup(members: Member[], groupOf: (name: string) => string | undefined): Chunk[] {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const group = groupOf(member.name) ?? 'default';
    groups.set(group, [...(groups.get(group) ?? []), member]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([group, list]) => chunk(group, list.map(short), LIMIT));
}

/** A path belongs to the group of its first operation. */
function groupOfPaths(model: ApiModel): Map<string, string> {
  const groups = new Map(model.operations.map(({ id, group }) => [id, group]));
  return new Map(
    Object.entries<Json>(model.document.paths ?? {}).map(([path, item]) => {
      const ids = Object.values<Json>(item).map((value) => value?.operationId);
      return [path, groups.get(ids.find((id) => groups.has(id))) ?? 'default'];
    }),
  );
}

function interfaceName(folder: string, name: string): string {
  return `${folder}_${name.replace('-', '_')}`;
}

function comment(description: unknown): string {
  if (typeof description !== 'string' || description === '') return '';
  const lines = description.trim().replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
