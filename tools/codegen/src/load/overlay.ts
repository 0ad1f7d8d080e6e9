import path from 'node:path';
import type { BaseResolver } from '@redocly/openapi-core';
import { exec } from 'jsonpath-rfc9535';
import { DescriptionError } from '../common/errors.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { unreadable } from './unreadable.ts';

/**
 * Changes a description as an OpenAPI Overlay 1.0 says: each action in turn removes what its target selects, or merges its
 * update into it. The description is changed in place.
 * @throws DescriptionError when the file is no overlay, or a target is no JSONPath (RFC 9535) or selects nothing
 */
export async function applyOverlay(description: OpenApiDocument, file: string, resolver: BaseResolver): Promise<void> {
  const fault = (pointer: string, message: string) =>
    new DescriptionError([{ file: path.relative(process.cwd(), path.resolve(file)), pointer, message }]);
  const read = await resolver.resolveDocument(null, path.resolve(file), true).catch((error: Error) => error);
  if (read instanceof Error) throw fault('#', unreadable(read, 'an Overlay'));
  const { overlay, actions } = (read.parsed ?? {}) as Json;
  if (!/^1\.0(\.|$)/.test(String(overlay)) || !Array.isArray(actions))
    throw fault('#', 'not an OpenAPI Overlay 1.0: "overlay: 1.0.0" and "actions" are wanted');
  for (const [index, action] of actions.entries()) {
    const pointer = joinPointer('#/actions', index);
    const found = select(description, action.target);
    if (found === undefined) throw fault(`${pointer}/target`, `"${action.target}" is no JSONPath`);
    if (found.length === 0) throw fault(`${pointer}/target`, `"${action.target}" selects nothing`);
    for (const selected of found.toReversed()) {
      if (action.remove === true) remove(description, selected);
      else if (isNode(selected.value)) merge(selected.value, action.update);
      else throw fault(`${pointer}/target`, `"${action.target}" selects a value that nothing can be merged into`);
    }
  }
}

/** A value that a target selects, and the keys that lead to it. */
interface Selected {
  value: Json;
  path: readonly (string | number)[];
}

/** Undefined when the target is no JSONPath. */
function select(description: OpenApiDocument, target: unknown): Selected[] | undefined {
  const found: Selected[] = [];
  try {
    exec(description, String(target), (value, path) => found.push({ value, path: [...path] }));
  } catch {
    return undefined;
  }
  return found;
}

function remove(description: OpenApiDocument, { path: keys }: Selected): void {
  const parent = keys.slice(0, -1).reduce<Json>((node, key) => node?.[key], description);
  const key = keys.at(-1);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (parent && key !== undefined) delete parent[key];
}

/** Members of objects are merged, lists are appended to, all else is replaced (Overlay 1.0, "Action Object"). */
function merge(target: Json, update: Json): void {
  if (Array.isArray(target)) {
    target.push(...(Array.isArray(update) ? update : [update]));
    return;
  }
  for (const [key, value] of Object.entries<Json>(update ?? {})) {
    const own = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isNode(own) && isNode(value) && Array.isArray(own) === Array.isArray(value)) merge(own, value);
    else target[key] = structuredClone(value);
  }
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;
