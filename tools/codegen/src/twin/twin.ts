import { isDeepStrictEqual } from 'node:util';
import { mediaKind } from '../model/media.ts';
import type { OpenApiDocument } from '../model/model.ts';
import { walk } from '../model/walk.ts';

type Content = Record<string, OpenApiDocument>;

/**
 * The JSON twin of a description: the same operations with JSON for XML, for tools that cannot read XML.
 *
 * - Each XML media type of a body is `application/json`, and the `xml` keyword of every schema is gone.
 * - Where `application/json` is there already, or two XML media types meet, equal schemas become one and different
 *   ones `anyOf` (`oneOf` would refuse a value that fits both), in document order.
 * - An example that is XML text is no example of the JSON form and is left out.
 *
 * Nothing else changes.
 */
export function jsonTwin(description: OpenApiDocument): OpenApiDocument {
  const twin = structuredClone(description);
  walk(twin, (node, kind) => {
    if (kind === 'schema') delete node.xml;
  });
  // In a second walk, because schemas are compared without their `xml` keywords.
  walk(twin, (node, kind) => {
    if ((kind === 'requestBody' || kind === 'response') && node.content) node.content = jsonContent(node.content);
  });
  return twin;
}

function jsonContent(content: Content): Content {
  const result: Content = {};
  for (const [mediaType, media] of Object.entries(content)) {
    const isXml = mediaKind(mediaType) === 'xml';
    const name = isXml ? 'application/json' : mediaType;
    const entry = isXml ? withoutXmlExamples(media) : media;
    result[name] = result[name] ? join(result[name], entry) : entry;
  }
  return result;
}

function join(first: OpenApiDocument, second: OpenApiDocument): OpenApiDocument {
  if (!first.schema || !second.schema || isDeepStrictEqual(first.schema, second.schema)) return { ...second, ...first };
  return { ...second, ...first, schema: { anyOf: [first.schema, second.schema] } };
}

function withoutXmlExamples({ example, examples, ...media }: OpenApiDocument): OpenApiDocument {
  const kept = Object.entries<OpenApiDocument>(examples ?? {}).filter(([, { value }]) => !isXmlText(value));
  return {
    ...media,
    ...(example === undefined || isXmlText(example) ? {} : { example }),
    ...(kept.length > 0 ? { examples: Object.fromEntries(kept) } : {}),
  };
}

function isXmlText(value: unknown): boolean {
  return typeof value === 'string' && value.trimStart().startsWith('<');
}
