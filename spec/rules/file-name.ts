import { relative } from 'node:path';
import type { Oas3Rule } from '@redocly/openapi-core';
import { kebab, specDirectory } from './reading.ts';

const component = /^components\/(schemas|parameters|responses|requestBodies)\/[A-Z][A-Za-z0-9]*\.yaml$/;
const header = /^components\/headers\/[A-Z][A-Za-z0-9-]*\.yaml$/;

/** One operation, one file named after it, in the folder of its tag; one component, one file in the folder of its kind. */
export const fileName: Oas3Rule = () => {
  let root = '';
  return {
    Root(_node, context) {
      root = specDirectory(context);
    },
    Operation(operation, { report, location }) {
      const wanted = `operations/${kebab(operation.tags?.[0] ?? '')}/${operation.operationId}.yaml`;
      const file = relative(root, location.source.absoluteRef);
      if (file !== wanted) report({ message: `The operation stands in \`${file}\`, not in \`${wanted}\`.`, location });
    },
    ref(node, { report, location }, resolved) {
      const file = relative(root, resolved.location?.source.absoluteRef ?? root);
      if (file.startsWith('operations/')) return;
      if (node.$ref.includes('#'))
        report({ message: `\`${node.$ref}\` refers into a file; a component has a file of its own.`, location });
      else if (!component.test(file) && !header.test(file)) {
        report({ message: `\`${file}\` is not named like \`components/schemas/Mailing.yaml\`.`, location });
      }
    },
  };
};
