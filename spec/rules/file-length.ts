import type { Oas3Rule } from '@redocly/openapi-core';

const limit = 80;

/** No file is longer than 80 lines, except the root, which is the table of contents. */
export const fileLength: Oas3Rule = () => {
  const seen = new Set<string>();
  return {
    ref(_node, { report }, { location }) {
      const source = location?.source;
      if (!source || seen.has(source.absoluteRef)) return;
      seen.add(source.absoluteRef);
      const lines = source.body.trimEnd().split('\n').length;
      const isRoot = /^openapi:/m.test(source.body);
      if (lines > limit && !isRoot) report({ message: `The file has ${lines} lines, more than ${limit}.`, location });
    },
  };
};
