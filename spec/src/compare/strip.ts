import type { OpenApiDocument } from './document.ts';

const prose = ['description', 'summary', 'example', 'examples', 'title', 'deprecated'];

const maps =
  'properties patternProperties dependentSchemas $defs schemas parameters headers responses requestBodies securitySchemes'.split(
    ' ',
  );

/** The description without its words: what clients depend on. Those of other people may lack what OpenAPI demands. */
export function strip(document: OpenApiDocument): OpenApiDocument {
  const { openapi, info, security, paths = {}, webhooks, components = {} } = document;
  return {
    openapi,
    info: { version: info?.version },
    ...(security && { security }),
    paths: bare(paths),
    ...(webhooks && { webhooks: bare(webhooks) }),
    components: bare(components),
  };
}

/** `named` is a map from names to things, whose keys are no keywords. */
function bare<T>(node: T, named = false): T {
  if (Array.isArray(node)) return node.map((item) => bare(item)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => named || !prose.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, bare(value, !named && maps.includes(key))])) as T;
}
