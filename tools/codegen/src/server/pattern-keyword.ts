import { _, type Ajv } from 'ajv';
import { usePattern } from 'ajv/dist/vocabularies/code.js';

/** Extension of a schema with a pattern: what a text that matches it is, such as `a date, such as 2026-03-01`. */
export const PATTERN_WORDS = 'x-pattern-words';

/** Lets faults of `pattern` tell what is wanted in the words of the description. */
export function namedPatterns<Validators extends Pick<Ajv, 'addKeyword' | 'removeKeyword'>>(
  ajv: Validators,
): Validators {
  ajv.removeKeyword('pattern');
  ajv.addKeyword({ keyword: PATTERN_WORDS, schemaType: 'string' });
  ajv.addKeyword({
    keyword: 'pattern',
    type: 'string',
    schemaType: 'string',
    error: {
      message: 'must match a pattern',
      params({ schemaCode, parentSchema }) {
        const words: unknown = parentSchema?.[PATTERN_WORDS];
        return words === undefined
          ? _`{pattern: ${schemaCode}}`
          : _`{pattern: ${schemaCode}, words: ${words as string}}`;
      },
    },
    code: (context) => context.fail(_`!${usePattern(context, context.schema)}.test(${context.data})`),
  });
  return ajv;
}
