import type { Oas3Rule } from '@redocly/openapi-core';

/** Every pattern is said in words: error messages are for people, and few of them read regular expressions. */
export const schemaPattern: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    const words: unknown = (schema as Record<string, unknown>)['x-pattern-words'];
    if (schema.pattern !== undefined && (typeof words !== 'string' || words === ''))
      report({ message: `The pattern ${schema.pattern} has no x-pattern-words.`, location });
    if (schema.pattern === undefined && words !== undefined)
      report({ message: 'The schema has x-pattern-words but no pattern.', location });
  },
});
