import type { OpenApiDocument } from './document.ts';

const prose = ['description', 'summary', 'example', 'examples', 'title', 'deprecated'];

/** The description without its words: what clients depend on. Those of other people may lack what OpenAPI demands. */
export function strip({ openapi, info, paths = {}, components = {} }: OpenApiDocument): OpenApiDocument {
  return { openapi, info: { version: info?.version }, paths: bare(paths), components: bare(components) };
}

/** `named` is a map from names to things, whose keys are no keywords. */
function bare<T>(node: T, named = false): T {
  if (Array.isArray(node)) return node.map((item) => bare(item)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => named || !prose.includes(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      bare(value, !named && ['properties', 'schemas', 'parameters', 'headers'].includes(key)),
    ]),
  ) as T;
}
