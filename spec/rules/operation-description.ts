import type { Oas3Rule } from '@redocly/openapi-core';
import type { Yaml } from './reading.ts';

/** A reader has this description only: an operation says what it does, and cites no section of another document. */
export const operationDescription: Oas3Rule = () => ({
  Operation(operation: Yaml, { report, location }) {
    if (!operation.summary) report({ message: 'The operation has no summary.', location });
    if (/\bSections? \d/.test(operation.description ?? '')) {
      report({
        message: 'The description cites a section that its readers do not have.',
        location: location.child(['description']),
      });
    }
  },
});
