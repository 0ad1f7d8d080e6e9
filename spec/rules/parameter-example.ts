import type { Oas3Rule } from '@redocly/openapi-core';

/** Every parameter has an example, so that docs and tests show real requests. */
export const parameterExample: Oas3Rule = () => ({
  Parameter(parameter, { report, location }) {
    if (parameter.example !== undefined || parameter.examples) return;
    report({ message: `The parameter \`${parameter.name}\` has no example.`, location });
  },
});
