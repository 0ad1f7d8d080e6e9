import type { Oas3Rule } from '@redocly/openapi-core';

/** Every schema with a file of its own says what it is. */
export const schemaDescription: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    const named = location.pointer === '#/' || /^#\/components\/schemas\/[^/]+$/.test(location.pointer);
    if (named && !schema.description) report({ message: 'The schema has no description.', location });
  },
});
