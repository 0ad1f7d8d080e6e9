import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Oas3Rule } from '@redocly/openapi-core';
import { specDirectory } from './reading.ts';

/** No file of an operation or component is left behind unused, and no two differ only in case. */
export const fileUsed: Oas3Rule = () => {
  const used = new Set<string>();
  return {
    ref(_node, _context, { location }) {
      if (location) used.add(location.source.absoluteRef);
    },
    Root: {
      leave(_root, context) {
        const names = new Map<string, string>();
        for (const file of globSync('{operations,components}/**/*.yaml', { cwd: specDirectory(context) }).sort()) {
          const twin = names.get(file.toLowerCase());
          names.set(file.toLowerCase(), file);
          if (!used.has(resolve(specDirectory(context), file)))
            context.report({ message: `Nothing refers to \`${file}\`.` });
          if (twin) context.report({ message: `\`${file}\` and \`${twin}\` differ only in case.` });
        }
      },
    },
  };
};
