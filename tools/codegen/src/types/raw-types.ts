import type { Json, OpenApiDocument } from '../model/model.ts';
import { follow, isReference, splitPointer } from '../model/pointer.ts';
import type { Member } from './chunk.ts';
import { OperationTypes } from './operation-types.ts';
import { SchemaTypes } from './schema-types.ts';
import { commentOf } from './type-comment.ts';
import { memberText, named, type TypeText, UNKNOWN } from './type-text.ts';

/** The types of a description, in parts. */
export interface RawTypes {
  paths: Member[];
  webhooks: Member[];
  operations: Member[];
  /** Members of `components` by kind: `schemas`, `responses`, `parameters`, … in all kinds, empty ones included. */
  components: Map<string, Member[]>;
  /** Helper types that members may use, by name. */
  helpers: Map<string, string>;
}

/**
 * `required` beside `allOf` may name properties that a `$ref` in it brings: `WithRequired<Pet, 'name'>`. A type that is no object
 * has no such properties and stays as it is.
 */
const HELPERS = new Map([
  [
    'WithRequired',
    'export type WithRequired<T, K extends PropertyKey> = T extends object ? T & { [P in K & keyof T]-?: T[P] } : T;',
  ],
]);

export function rawTypes(document: OpenApiDocument): RawTypes {
  const schemas = new SchemaTypes(document);
  const others = new OperationTypes(document, schemas);
  const pathItems = (items: Json) =>
    Object.entries<Json>(items ?? {}).map(([name, item]) =>
      member(name, others.pathItem(follow(document, item ?? {}, '#').node)),
    );
  const paths = pathItems(document.paths);
  const webhooks = pathItems(document.webhooks);
  const kinds: [kind: string, typeOf: (node: Json, name: string) => TypeText][] = [
    ['schemas', (_node, name) => schemas.typeOfComponent(name)],
    ['responses', (node) => others.response(node)],
    ['parameters', (node) => others.parameter(node)],
    ['requestBodies', (node) => others.requestBody(node)],
    ['headers', (node) => others.header(node)],
    ['pathItems', (node) => others.pathItem(node)],
  ];
  const components = kinds.map(([kind, typeOf]): [string, Member[]] => {
    const entries = Object.entries<Json>(document.components?.[kind] ?? {});
    const referred = (node: Json, name: string) =>
      kind !== 'schemas' && isReference(node) ? alias(node) : typeOf(node ?? {}, name);
    return [kind, entries.map(([name, node]) => member(name, referred(node, name), commentOf(node)))];
  });
  const operations = [...others.operations].map(([name, type]) => member(name, type));
  const all = [paths, webhooks, operations, ...components.map(([, members]) => members)].flat();
  const isUsed = (helper: string) => all.some(({ text }) => text.includes(`${helper}<`));
  const helpers = new Map([...HELPERS].filter(([name]) => isUsed(name)));
  return { paths, webhooks, operations, components: new Map(components), helpers };
}

const member = (name: string, type: TypeText, comment = ''): Member => ({
  name,
  text: memberText({ name, type, comment }),
});

function alias({ $ref }: { $ref: string }): TypeText {
  const [, kind, name, ...rest] = splitPointer($ref);
  return rest.length === 0 ? named(`components[${JSON.stringify(kind)}][${JSON.stringify(name)}]`) : UNKNOWN;
}
