import { _, type Ajv, type Code, stringify } from 'ajv';
import type { JsonSchema } from '../model/model.ts';

/** Gives validators the keyword `bigint`: an integer of any size that keeps these rules of JSON Schema. */
export function addBigintKeyword<Validators extends Pick<Ajv, 'addKeyword'>>(ajv: Validators): Validators {
  ajv.addKeyword({
    keyword: 'bigint',
    schemaType: 'object',
    error: { message: 'must be an integer', params: ({ schema }) => stringify(shown(schema)) },
    code(context) {
      const { data, schema } = context;
      const {
        nullable,
        format,
        multipleOf,
        const: only,
        enum: values = only === undefined ? undefined : [only],
      } = schema;
      const faults: Code[] = [_`typeof ${data} != "bigint"`];
      // Numbers cannot say these bounds: 2^63 - 1 is none.
      if (format === 'int64') faults.push(_`BigInt.asIntN(64, ${data}) !== ${data}`);
      if (format === 'uint64') faults.push(_`BigInt.asUintN(64, ${data}) !== ${data}`);
      if (schema.minimum !== undefined) faults.push(_`${data} < ${schema.minimum}`);
      if (schema.maximum !== undefined) faults.push(_`${data} > ${schema.maximum}`);
      if (schema.exclusiveMinimum !== undefined) faults.push(_`${data} <= ${schema.exclusiveMinimum}`);
      if (schema.exclusiveMaximum !== undefined) faults.push(_`${data} >= ${schema.exclusiveMaximum}`);
      if (Number.isSafeInteger(multipleOf)) faults.push(_`${data} % BigInt(${multipleOf}) != 0`);
      // A bigint and a number are equal by value.
      if (values) faults.push(_`!${stringify(values)}.some((each) => each == ${data})`);
      const fault = faults.reduce((left, right) => _`(${left} || ${right})`);
      context.fail(nullable ? _`${data} !== null && (${fault})` : fault);
    },
  });
  return ajv;
}

/** The rules as a message tells them. */
function shown({ nullable: _nullable, ...rules }: JsonSchema): JsonSchema {
  return rules;
}
