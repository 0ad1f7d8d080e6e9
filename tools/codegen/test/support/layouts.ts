import path from 'node:path';
import { parse } from 'yaml';
import { joinPointer, splitPointer } from '../../src/model/pointer.ts';

// biome-ignore lint/suspicious/noExplicitAny: a description as it is written
type Json = any;

/** Ways in which people part a description into files. */
export const LAYOUTS = ['registered', 'relative', 'index', 'library'] as const;
export type Layout = (typeof LAYOUTS)[number];

const ROOT = 'openapi.json';

/** Maps of a description whose members get files of their own. */
const PARTED: Record<'2' | '3', string[][]> = {
  '2': [['paths'], ['definitions'], ['parameters'], ['responses']],
  '3': [
    ['paths'],
    ...'schemas responses parameters headers requestBodies examples links callbacks pathItems securitySchemes'
      .split(' ')
      .map((kind) => ['components', kind]),
  ],
};

/**
 * Writes a description as several files, which mean the same:
 * - `registered`: the description lists a file for each component, and the files refer to its components, `#/components/…`
 * - `relative`: it lists them too, and the files refer to each other
 * - `index`: each kind of component has a file that lists theirs, and the files refer to components of the description
 * - `library`: each kind has one file with all of them, to which all refer
 */
export function partFiles(text: string, layout: Layout): Map<string, string> {
  const description = read(text);
  const places = PARTED[description.swagger ? '2' : '3'];
  const files = new Map<string, Json>();
  const at = new Map<string, { file: string; fragment: string }>();
  for (const place of places) {
    const folder = place.join('/');
    for (const [index, name] of Object.keys(place.reduce((node, key) => node?.[key], description) ?? {}).entries()) {
      const own = { file: `${folder}/${nameOf(name, index)}.json`, fragment: '' };
      const shared = { file: `${folder}.json`, fragment: joinPointer('#', name) };
      at.set(joinPointer('#', ...place, name), layout === 'library' ? shared : own);
    }
  }
  const to = (from: string, pointer: string): string => {
    const tokens = splitPointer(pointer);
    const isPart = (length: number) => at.get(joinPointer('#', ...tokens.slice(0, length)));
    const part = isPart(3) ?? isPart(2);
    if (part === undefined || layout === 'registered') return layout === 'registered' ? pointer : inRoot(from, pointer);
    if (layout === 'index') return inRoot(from, pointer);
    const rest = tokens.slice(isPart(3) ? 3 : 2);
    const fragment = rest.length > 0 ? joinPointer(part.fragment || '#', ...rest) : part.fragment;
    return from === part.file ? fragment || `${path.posix.basename(from)}` : link(from, part.file) + fragment;
  };
  for (const place of places) {
    const parent: Json = place.slice(0, -1).reduce((node, key) => node?.[key], description);
    const key = place.at(-1)!;
    const map = parent?.[key];
    if (typeof map !== 'object' || map === null) continue;
    const folder = place.join('/');
    const listed: Json = {};
    for (const [name, node] of Object.entries<Json>(map)) {
      const { file, fragment } = at.get(joinPointer('#', ...place, name))!;
      if (isKept(name, node, place)) {
        listed[name] = layout === 'index' ? referred(node, (pointer) => to(`${folder}/index.json`, pointer)) : node;
        continue;
      }
      const content = referred(node, (pointer) => to(file, pointer), key === 'examples');
      if (fragment === '') files.set(file, content);
      else files.set(file, { ...files.get(file), [name]: content });
      listed[name] = {
        $ref: layout === 'index' ? `./${path.posix.basename(file)}` : link(ROOT, file) + encoded(fragment),
      };
    }
    if (layout === 'index') {
      files.set(`${folder}/index.json`, listed);
      parent[key] = { $ref: `./${folder}/index.json` };
    } else parent[key] = listed;
  }
  files.set(ROOT, description);
  return new Map([...files].map(([file, content]) => [file, JSON.stringify(content)]));
}

const read = (text: string): Json => (text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text));

/** Extensions, and components that are other ones, stay where they are; so do names that no part may be known by. */
const isKept = (name: string, node: Json, place: string[]): boolean =>
  typeof node !== 'object' ||
  node === null ||
  typeof node.$ref === 'string' ||
  (place[0] === 'paths' && !name.startsWith('/'));

const nameOf = (name: string, index: number): string => (/^[\w-]+$/.test(name) ? `${name}${index}` : `part${index}`);

const inRoot = (from: string, pointer: string): string => (from === ROOT ? pointer : link(from, ROOT) + pointer);

const link = (from: string, file: string): string => {
  const to = path.posix.relative(path.posix.dirname(from), file);
  return to.startsWith('.') ? to : `./${to}`;
};

/** A fragment of a URI holds no spaces, braces and umlauts. */
const encoded = (fragment: string): string => (fragment === '' ? '' : `#${encodeURI(fragment.slice(1))}`);

/** A copy in which the references to parts of the same document are others; those in the values of examples are data. */
function referred(node: Json, to: (pointer: string) => string, isExample = false): Json {
  if (Array.isArray(node)) return node.map((each) => referred(each, to));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries<Json>(node).map(([key, value]) => {
      const isPointer = typeof value === 'string' && value.startsWith('#/');
      if (key === '$ref' && isPointer) return [key, to(value)];
      if (key === 'mapping' && typeof value === 'object' && value !== null)
        return [
          key,
          Object.fromEntries(
            Object.entries<Json>(value).map(([kind, target]) => [
              kind,
              target?.startsWith?.('#/') ? to(target) : target,
            ]),
          ),
        ];
      if (key === 'example' || (key === 'value' && isExample)) return [key, value];
      if (key === 'examples' && typeof value === 'object' && value !== null && !Array.isArray(value))
        return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, referred(each, to, true)]))];
      return [key, referred(value, to)];
    }),
  );
}
