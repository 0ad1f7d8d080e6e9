import { _, type Ajv } from 'ajv';

/** Gives validators the keyword `instance`: an object of this class, whichever realm or polyfill made it. */
export function addInstanceKeyword<Validators extends Pick<Ajv, 'addKeyword'>>(ajv: Validators): Validators {
  ajv.addKeyword({
    keyword: 'instance',
    schemaType: 'object',
    error: { message: 'must be an object of a class', params: ({ schema }) => _`{type: ${schema.type}}` },
    code(context) {
      const { data, schema } = context;
      const fault = _`Object.prototype.toString.call(${data}) !== ${`[object ${schema.type}]`}`;
      context.fail(schema.nullable ? _`${data} !== null && ${fault}` : fault);
    },
  });
  return ajv;
}
