import type { Oas3Rule } from '@redocly/openapi-core';
import type { Yaml } from './reading.ts';

/** A description names the section of the service description it comes from, unless the operation is an extension. */
export const operationDescription: Oas3Rule = () => ({
  Operation(operation: Yaml, { report, location }) {
    const description = operation.description ?? '';
    if (!description) {
      report({ message: 'The operation has no description.', location });
    } else if (!/\bSections? \d/.test(description) && operation['x-extension'] !== true) {
      const message =
        'The description cites no section (`Section 4.5 (Mailings)`), and the operation is no `x-extension: true`.';
      report({ message, location: location.child(['description']) });
    }
  },
});
