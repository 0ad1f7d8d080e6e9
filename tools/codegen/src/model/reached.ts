import type { Problem } from '../common/errors.ts';
import { BROKEN } from './broken.ts';
import type { Json, OpenApiDocument } from './model.ts';
import { type ObjectPlace, type Part, type PlaceKind, visitObjects } from './objects.ts';
import { isReference, locate } from './pointer.ts';

/** What a part of a document says by itself, without what it refers to. */
export interface Facts {
  /** References in it that lead nowhere. */
  broken: Problem[];
  /** Declares something as `x-secret`. */
  isSecret: boolean;
}

interface Found extends Facts {
  /** Facts of the parts that it refers to. */
  next(): ReadonlySet<Found>;
}

/** Facts of components, which many operations need. */
const known = new WeakMap<object, Found>();

/** Returns the facts of a part, and of each part that it refers to, directly or not; each is read once, by whatever ways it is reached. */
export function factsReached(document: OpenApiDocument, starts: readonly [node: Json, part: Part][]): Iterable<Facts> {
  const reached = new Set(starts.map(([node, part]) => factsIn(document, node, part)));
  for (const each of reached) for (const next of each.next()) reached.add(next);
  return reached;
}

function factsIn(document: OpenApiDocument, part: Json, place: Part): Found {
  const broken: Problem[] = [];
  const references: { $ref: string; kind: PlaceKind; pointer: string }[] = [];
  let isSecret = false;
  const visit = ({ node, kind, pointer }: ObjectPlace) => {
    if (node[BROKEN] !== undefined) broken.push(node[BROKEN]);
    if (node['x-secret'] === true) isSecret = true;
    if (isReference(node) && node.$ref.startsWith('#')) references.push({ $ref: node.$ref, kind, pointer });
  };
  visitObjects(part, visit, place);
  let next: Set<Found> | undefined;
  const follow = ({ $ref, kind, pointer }: (typeof references)[number]): Found[] => {
    const target = locate(document, $ref, pointer);
    if (typeof target.node !== 'object' || target.node === null) return [];
    const found = known.get(target.node) ?? factsIn(document, target.node, { kind, pointer: target.pointer });
    known.set(target.node, found);
    return [found];
  };
  return {
    broken,
    isSecret,
    next() {
      next ??= new Set(references.flatMap(follow));
      return next;
    },
  };
}
