import { mediaKind } from '../model/media.ts';
import type { OpenApiDocument } from '../model/model.ts';
import { follow } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/**
 * Describes each body that is XML, or a text with a schema of its own, in JSON too, if the description wants it:
 * `x-json: application/vnd.service.api+json` at its root. The JSON is the value of the same schema. Bodies with a JSON
 * type of their own stay as they are. An added body names the type whose twin it is in `x-twin-of`.
 */
export function describeInJson(document: OpenApiDocument): void {
  const type = document['x-json'];
  if (typeof type !== 'string') return;
  walk(document, ({ content }, kind) => {
    if ((kind !== 'requestBody' && kind !== 'response') || !content) return;
    const types = Object.keys(content);
    if (types.some((each) => mediaKind(each) === 'json')) return;
    const first = types.find((each) => hasValue(document, each, content[each]));
    if (first) content[type] = { schema: structuredClone(content[first].schema), 'x-twin-of': first };
  });
}

function hasValue(document: OpenApiDocument, mediaType: string, { schema }: OpenApiDocument): boolean {
  const kind = mediaKind(mediaType);
  if (schema === undefined || (kind !== 'xml' && kind !== 'text')) return false;
  return kind === 'xml' || follow(document, schema, '#').node.type === 'string';
}
