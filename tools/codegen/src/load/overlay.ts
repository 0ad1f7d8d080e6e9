import path from 'node:path';
import type { BaseResolver } from '@redocly/openapi-core';
import { exec } from 'jsonpath-rfc9535';
import { DescriptionError } from '../common/errors.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { isObject } from '../model/walk.ts';
import { unreadable } from './unreadable.ts';

/**
 * Changes a description as an OpenAPI Overlay 1.0 or 1.1 says: each action in turn removes what its target selects, or merges
 * its update into it, or a copy of another part of the description. The description is changed in place.
 * @throws DescriptionError when the file is no overlay, a target is no JSONPath (RFC 9535) or selects nothing, or the two do not
 *   go together
 */
export async function applyOverlay(description: OpenApiDocument, file: string, resolver: BaseResolver): Promise<void> {
  const fault = (pointer: string, message: string) =>
    new DescriptionError([{ file: path.relative(process.cwd(), path.resolve(file)), pointer, message }]);
  const read = await resolver.resolveDocument(null, path.resolve(file), true).catch((error: Error) => error);
  if (read instanceof Error) throw fault('#', unreadable(read, 'an Overlay'));
  const { overlay, actions } = (read.parsed ?? {}) as Json;
  if (!/^1\.[01](\.|$)/.test(String(overlay)) || !Array.isArray(actions))
    throw fault('#', 'not an OpenAPI Overlay 1.0 or 1.1: "overlay: 1.1.0" and "actions" are wanted');
  for (const [index, action] of actions.entries()) {
    const pointer = joinPointer('#/actions', index);
    const selected = (key: 'target' | 'copy'): Selected[] => {
      const found = select(description, action?.[key]);
      if (found === undefined) throw fault(`${pointer}/${key}`, `"${action?.[key]}" is no JSONPath`);
      if (found.length === 0) throw fault(`${pointer}/${key}`, `"${action[key]}" selects nothing`);
      return found;
    };
    const targets = selected('target').toReversed();
    if (action.remove === true) {
      for (const target of targets) remove(description, target);
      continue;
    }
    if (action.update !== undefined && action.copy !== undefined)
      throw fault(pointer, 'has both "update" and "copy"; give one of them, or two actions');
    const sources = action.copy === undefined ? [{ value: action.update }] : selected('copy');
    if (sources.length > 1)
      throw fault(`${pointer}/copy`, `"${action.copy}" selects ${sources.length} parts; it must select one`);
    const [{ value }] = sources as [{ value: Json }];
    for (const target of targets) {
      const reason = change(description, target, structuredClone(value));
      if (reason) throw fault(`${pointer}/${action.copy === undefined ? 'update' : 'copy'}`, reason);
    }
  }
}

/** Changes what a target selects; returns why it cannot. */
function change(
  description: OpenApiDocument,
  { value: target, path: keys }: Selected,
  value: Json,
): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(target)) target.push(...(Array.isArray(value) ? value : [value]));
  else if (isNode(target)) {
    if (!isNode(value) || Array.isArray(value)) return 'must be an object, as the target selects one';
    merge(target, value);
  } else {
    if (isNode(value))
      return `must be a text, a number, a boolean or null, as the target selects ${JSON.stringify(target)}`;
    parentOf(description, keys)[keys.at(-1)!] = value;
  }
  return undefined;
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
  const parent = parentOf(description, keys);
  const key = keys.at(-1);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (parent && key !== undefined) delete parent[key];
}

const parentOf = (description: OpenApiDocument, keys: Selected['path']): Json =>
  keys.slice(0, -1).reduce<Json>((node, key) => node?.[key], description);

/** Members of objects are merged, lists are appended to, all else is replaced (Overlay 1.1, "Action Object"). */
function merge(target: Json, update: Json): void {
  for (const [key, value] of Object.entries<Json>(update)) {
    const own = Object.hasOwn(target, key) ? target[key] : undefined;
    if (Array.isArray(own) && Array.isArray(value)) own.push(...value);
    else if (isObject(own) && isObject(value)) merge(own, value);
    else target[key] = value;
  }
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;
