import type { Oas3Rule } from '@redocly/openapi-core';
import type { Yaml } from './reading.ts';

/** Nothing that a client sends or gets is unlimited. */
export const schemaBounds: Oas3Rule = () => ({
  Schema(schema: Yaml, { report, location }) {
    const types = [schema.type].flat();
    if (types.includes('string') && !has('maxLength') && !has('enum') && !has('const')) {
      report({ message: 'The string has no bound: maxLength, enum or const.', location });
    }
    if (types.includes('array') && !has('maxItems')) {
      report({ message: 'The array has no maxItems.', location });
    }
    if (schema.format === 'int64' && !(has('minimum') && has('maximum'))) {
      report({ message: 'The 64-bit integer lacks minimum or maximum.', location });
    }
    if (schema.additionalProperties && !has('maxProperties')) {
      report({ message: 'The map has no maxProperties.', location });
    }

    function has(key: string) {
      return schema[key] !== undefined;
    }
  },
});
