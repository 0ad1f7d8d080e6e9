import { isMultipleOf } from '@mailwright/xml-codec/json';
import { _, type Ajv } from 'ajv';

/** Judges `multipleOf` by decimals: Ajv divides, and refuses 19.99 as a multiple of 0.01. */
export function exactMultiples<Validators extends Pick<Ajv, 'addKeyword' | 'removeKeyword'>>(
  ajv: Validators,
): Validators {
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    error: { message: 'must be a multiple', params: ({ schema }) => _`{multipleOf: ${schema}}` },
    code(context) {
      const { gen, data, schema } = context;
      if (Number.isSafeInteger(schema)) return context.fail(_`${data} % ${schema} !== 0`);
      const exactly = gen.scopeValue('func', { ref: isMultipleOf, code: _`isMultipleOf` });
      context.fail(_`!${exactly}(${data}, ${schema})`);
    },
  });
  return ajv;
}
