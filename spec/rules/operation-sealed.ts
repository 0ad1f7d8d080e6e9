import type { Oas3Rule } from '@redocly/openapi-core';
import { parametersOf, type Yaml } from './reading.ts';

/** x-sealed names the path parameter of the mailing, and the operation can answer 409. */
export const operationSealed: Oas3Rule = () => ({
  Operation(operation: Yaml, context) {
    const sealed = operation['x-sealed'];
    if (sealed === undefined) return;
    const location = context.location.child(['x-sealed']);
    const found = parametersOf(context, operation).some(({ name, in: place }) => name === sealed && place === 'path');
    if (!found)
      context.report({
        message: `x-sealed names \`${sealed}\`, which is no path parameter of the operation.`,
        location,
      });
    if (!operation.responses?.['409'])
      context.report({ message: 'x-sealed is given, but status 409 is missing.', location });
  },
});
