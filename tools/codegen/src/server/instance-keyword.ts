import { _, type Ajv, stringify } from 'ajv';

/** Classes whose objects are of another one too, by its name. */
const subclasses: Record<string, string[]> = { Blob: ['File'] };

/** Gives validators the keyword `instance`: an object of this class, whichever realm or polyfill made it. */
export function addInstanceKeyword<Validators extends Pick<Ajv, 'addKeyword'>>(ajv: Validators): Validators {
  ajv.addKeyword({
    keyword: 'instance',
    schemaType: 'object',
    error: { message: 'must be an object of a class', params: ({ schema }) => _`{type: ${schema.type}}` },
    code(context) {
      const { data, schema } = context;
      const tags = [schema.type, ...(subclasses[schema.type] ?? [])].map((type) => `[object ${type}]`);
      const fault = _`!${stringify(tags)}.includes(Object.prototype.toString.call(${data}))`;
      context.fail(schema.nullable ? _`${data} !== null && ${fault}` : fault);
    },
  });
  return ajv;
}
