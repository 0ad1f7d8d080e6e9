import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { follow, isXml, type Place, type Yaml } from './reading.ts';

/** What an XML body looks like is written down, never guessed: its root, and for each array whether it is wrapped. */
export const xmlShape: Oas3Rule = () => {
  const seen = new Set<unknown>();
  return {
    MediaType(media: Yaml, context) {
      if (!isXml(String(context.key)) || !media.schema) return;
      const root = follow(context, media.schema, context.location.source.absoluteRef);
      const location = context.location.child(['schema']);
      if (!root.node?.xml?.name)
        context.report({ message: 'The schema of an XML body has no `xml: { name }` for the root.', location });
      inspect(context, root, root.node?.xml?.name ?? '?');
    },
  };

  function inspect(context: UserContext, { node, file }: Place, path: string) {
    if (!node || seen.has(node)) return;
    seen.add(node);
    if (node.items) {
      const item = follow(context, node.items, file);
      if (typeof node.xml?.wrapped !== 'boolean')
        context.report({ message: `The array \`${path}\` does not say \`xml: { wrapped }\`.` });
      if (node.xml?.wrapped && !item.node?.xml?.name)
        context.report({ message: `The items of \`${path}\` have no \`xml: { name }\`.` });
      inspect(context, item, `${path}/${item.node?.xml?.name ?? 'items'}`);
    }
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      inspect(context, follow(context, property, file), `${path}/${name}`);
    }
  }
};
