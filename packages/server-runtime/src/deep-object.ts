import { ApiError } from './api-error.ts';
import { parseJson } from './json.ts';
import { type ReadScalar, ScalarFault, scalarReader } from './scalar.ts';
import type { DeepValue, ScalarType } from './value-forms.ts';

/** A text of a deepObject, with the names of its brackets: `page[size][min]=1`, `tags[]=a`. */
export interface DeepText {
  path: readonly string[];
  text: string;
}

/** A name that belongs to a deepObject. */
export interface DeepName<Owner> {
  owner: Owner;
  path: string[];
}

/** Finds deepObjects by the names under which their values are sent. */
export function deepNames<Owner>(owners: ReadonlyMap<string, Owner>): (name: string) => DeepName<Owner> | undefined {
  const brackets = Math.max(...[...owners.keys()].map((name) => name.split('[').length));
  return (name) => {
    const own = owners.get(name);
    if (own !== undefined) return { owner: own, path: [] };
    let at = name.indexOf('[');
    for (let count = 0; at > 0 && count < brackets; count++, at = name.indexOf('[', at + 1)) {
      const owner = owners.get(name.slice(0, at));
      const path = owner === undefined ? undefined : pathOf(name.slice(at));
      if (path) return { owner: owner!, path };
    }
    return undefined;
  };
}

/** The names in `[size][min]`. */
function pathOf(brackets: string): string[] | undefined {
  if (!brackets.endsWith(']')) return undefined;
  const path = brackets.slice(1, -1).split('][');
  return path.some((name) => /[[\]]/.test(name)) ? undefined : path;
}

/** Deeper names than anybody writes. */
const deepest = 20;

interface Node {
  texts: string[];
  members: Map<string, Node>;
}

function treeOf(given: readonly DeepText[]): Node {
  const root: Node = { texts: [], members: new Map() };
  for (const { path, text } of given) {
    let node = root;
    for (const name of path) {
      const next = node.members.get(name) ?? { texts: [], members: new Map() };
      node.members.set(name, next);
      node = next;
    }
    node.texts.push(text);
  }
  return root;
}

/** Reads a value from its texts; what it cannot be is a `ScalarFault`. */
export function deepReader(shape: DeepValue): (given: readonly DeepText[]) => unknown {
  return (given) =>
    given.some(({ path }) => path.length > deepest)
      ? new ScalarFault(`must not be deeper than ${deepest} levels`)
      : read(treeOf(given), shape);
}

function read(node: Node, shape: DeepValue): unknown {
  const { texts, members } = node;
  const isList = isNumbered(members);
  if (texts.length > 0 && members.size > 0 && !isList)
    return new ScalarFault('must be given as an object or as a value but was given as both');
  if (shape === 'any') {
    if (members.size > 0 && !isList) return object(node, () => 'any');
    return texts.length === 1 && members.size === 0 ? scalar('string', texts[0]!) : list(node, 'any');
  }
  if (shape === 'json') return texts.length === 1 && members.size === 0 ? readJson(texts[0]!) : notOnce(texts);
  if (typeof shape === 'object' && 'either' in shape) {
    const values = inOrder(shape.either, node).map((each) => read(node, each));
    return values.find((value) => !(value instanceof ScalarFault)) ?? values[0];
  }
  if (typeof shape === 'object' && 'list' in shape) return list(node, shape.list);
  if (typeof shape === 'object') {
    if (members.size === 0) return new ScalarFault('must be given by its members, as name[member]=value');
    const { members: named, rest = 'any' } = shape;
    return object(node, (name) => (Object.hasOwn(named, name) ? named[name]! : rest));
  }
  if (members.size > 0) return new ScalarFault('must not have members');
  return texts.length === 1 ? scalar(shape, texts[0]!) : notOnce(texts);
}

const notOnce = ({ length }: readonly string[]): ScalarFault =>
  new ScalarFault(`must be given once but was given ${length} times`);

/** Reads a document of JSON. Returns a `ScalarFault` if the text is none. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return new ScalarFault(error.message.replace(/^body /, ''));
  }
}

/** Reports whether members are items of a list: `[]`, or `[0]`, `[1]` and so on. */
const isNumbered = (members: Node['members']): boolean =>
  members.size > 0 && [...members.keys()].every((name, index) => name === '' || name === String(index));

/** The alternatives, first those that look like what was given; a text can be anything, so that it comes last of the scalars. */
function inOrder(shapes: readonly DeepValue[], { texts, members }: Node): DeepValue[] {
  const isDocument = texts.length > 0 && texts.every((text) => /^\s*[[{]/.test(text));
  const rank = (shape: DeepValue): number => {
    if (shape === 'json') return isDocument ? -4 : 4;
    if (typeof shape === 'object' && 'list' in shape && shape.list === 'json') return isDocument ? -3 : 4;
    if (typeof shape === 'string') return shape === 'string' ? 1 : 0;
    return 'list' in shape ? (isNumbered(members) ? -2 : 2) : members.size > 0 ? -1 : 3;
  };
  return [...shapes].sort((one, other) => rank(one) - rank(other));
}

function list({ texts, members }: Node, item: DeepValue): unknown {
  const ofText = (text: string): Node => ({ texts: [text], members: new Map() });
  const nodes = [...texts.map(ofText)];
  for (const [name, node] of members) {
    if (!/^\d*$/.test(name)) return new ScalarFault(`must be a list, as name[]=item, but has a member "${name}"`);
    nodes.push(...(name === '' && node.members.size === 0 ? node.texts.map(ofText) : [node]));
  }
  const values = nodes.map((node) => read(node, item));
  return values.find((value) => value instanceof ScalarFault) ?? values;
}

function object({ members }: Node, shapeOf: (name: string) => DeepValue): unknown {
  const entries: [string, unknown][] = [];
  for (const [name, member] of members) {
    if (name === '__proto__') return new ScalarFault(`must not have a member ${name}`);
    const shape = shapeOf(name);
    if (isEmpty(member) && !mayBeText(shape)) continue;
    const value = read(member, shape);
    if (value instanceof ScalarFault) return new ScalarFault(`has a member "${name}" that ${value.message}`);
    entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

/** Forms send the fields that nobody has filled in. */
const isEmpty = ({ texts, members }: Node): boolean => members.size === 0 && texts.every((text) => text === '');

const mayBeText = (shape: DeepValue): boolean => {
  if (typeof shape === 'string') return shape === 'string' || shape === 'any';
  if ('either' in shape) return shape.either.some(mayBeText);
  return 'list' in shape && mayBeText(shape.list);
};

const readers = new Map<ScalarType, ReadScalar>();

function scalar(type: ScalarType, text: string): ReturnType<ReadScalar> {
  const reader = readers.get(type) ?? scalarReader({ name: '', in: 'query', scalar: type });
  readers.set(type, reader);
  return reader(text);
}
