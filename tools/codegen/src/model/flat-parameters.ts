import { deepValue, needsBrackets } from './deep-value.ts';
import type { ApiModel, JsonSchema, Operation, Parameter } from './model.ts';
import { membersOf, requiredOf } from './object-members.ts';
import { isObjectSchema } from './object-schema.ts';
import { joinPointer, type Located } from './pointer.ts';

/**
 * The members of an object of the query as parameters of their own, under the names that they have in the request: `f[a]`
 * of a deepObject, `R` of style form. Clients of earlier versions gave objects so, and may for one more release.
 * @param object a parameter without references
 */
export function flatParameters({ node, pointer }: Located): Located[] {
  const schema: JsonSchema = node.schema;
  const deep = node.style === 'deepObject';
  const at = joinPointer(pointer, 'schema');
  const needed = new Set(requiredOf(schema));
  return Object.entries(membersOf(schema)).flatMap(([name, member]): Located[] => {
    const flat = {
      name: deep ? `${node.name}[${name}]` : name,
      in: 'query',
      required: node.required === true && needed.has(name),
      ...(needed.has(name) && { 'x-needed': true }),
      schema: member,
    };
    if (!isObjectSchema(member)) {
      const style = deep && needsBrackets(deepValue(member)) ? { style: 'deepObject' } : {};
      return [{ pointer: at, node: { ...flat, ...style } }];
    }
    const nested = { pointer: at, node: { ...flat, style: 'deepObject' } };
    if (deep) return Object.keys(membersOf(member)).length > 0 ? flatParameters(nested) : [nested];
    return [{ pointer: at, node: { ...flat, schema: undefined, content: { 'application/json': { schema: member } } } }];
  });
}

/** A model in which objects of the query are their members, for programs that write requests from texts. */
export function withFlatParameters(model: ApiModel): ApiModel {
  const operations = model.operations.map((operation): Operation => {
    const { parameters, flat = [] } = operation;
    const isFlat = ({ name, wire = name, in: place }: Parameter) =>
      place === 'query' && flat.some(({ of }) => of === wire);
    return { ...operation, parameters: [...parameters.filter((each) => !isFlat(each)), ...flat] };
  });
  return { ...model, operations };
}
