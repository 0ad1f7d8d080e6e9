import { isDeepStrictEqual } from 'node:util';
import type { Note } from '../common/errors.ts';
import { mediaKind, mediaTypeOf } from '../model/media.ts';
import type { Json, JsonSchema, OpenApiDocument } from '../model/model.ts';
import { follow, joinPointer } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/** Media types that name no syntax for values; frameworks write them for whatever they can send. */
const RANGES = new Set(['*/*', 'application/*']);
const PLAIN_TEXT = new Set(['text/plain', 'text/*']);

/**
 * Describes bodies as JSON whose media type is a range and whose schema is that of an object, a list, a number or a
 * boolean, and leaves out such a range, and plain text, beside JSON of the same schema. Spring and ASP.NET describe all
 * their bodies in these ways.
 */
export function readRangesAsJson(document: OpenApiDocument, note: Note = () => {}): void {
  const places: string[] = [];
  walk(document, ({ content }, kind, pointer) => {
    if ((kind !== 'requestBody' && kind !== 'response') || !content) return;
    const json = Object.keys(content).find((key) => mediaKind(key) === 'json');
    for (const [key, media] of Object.entries<Json>(content)) {
      const type = mediaTypeOf(key);
      if (!(RANGES.has(type) || (json && PLAIN_TEXT.has(type))) || !isValue(document, media?.schema)) continue;
      if (json && !isDeepStrictEqual(content[json].schema, media.schema)) continue;
      places.push(joinPointer(pointer, 'content', key));
      delete content[key];
      if (!json) content['application/json'] = media;
    }
  });
  const [first, ...others] = places;
  if (first === undefined) return;
  const where = others.length > 0 ? `, here and in ${others.length} other bodies` : '';
  note({ pointer: first, message: `is read as JSON, because its schema is not that of a text${where}` });
}

/** Reports whether all values of a schema are objects, lists, numbers or booleans, which only JSON can be meant for. */
function isValue(document: OpenApiDocument, schema: Json, depth = 0): boolean {
  const node: JsonSchema | undefined = schema && follow(document, schema, '#').node;
  if (typeof node !== 'object' || depth > 8 || /^(binary|file)$/.test(node.format)) return false;
  if (node.type !== undefined) return ![node.type].flat().some((type) => type === 'string' || type === 'null');
  const every = (list: JsonSchema[] = []) =>
    list.length > 0 && list.every((each) => isValue(document, each, depth + 1));
  const isPart = node.allOf?.some((each: JsonSchema) => isValue(document, each, depth + 1)) ?? false;
  return node.properties !== undefined || node.items !== undefined || isPart || every(node.oneOf) || every(node.anyOf);
}
