import { UnsupportedError } from '../common/errors.ts';
import { inlineReferences } from './inline.ts';
import type { JsonSchema, OpenApiDocument } from './model.ts';
import { joinPointer, type Located } from './pointer.ts';

/**
 * Query parameters whose values are objects, as one parameter for each member: that is what is sent. `R=100&G=200` for
 * style form with explode, `color[R]=100&color[G]=200` for deepObject (OpenAPI 3.1, "Style Values"). Others stay as they are.
 * @throws UnsupportedError for objects without known members
 */
export function membersOfObjects(document: OpenApiDocument, parameters: Located[]): Located[] {
  return parameters.flatMap((parameter) => {
    const { node, pointer } = parameter;
    const deep = node.style === 'deepObject';
    const exploded = deep || (node.style ?? 'form') !== 'form' ? deep : node.explode !== false;
    if (node.in !== 'query' || !node.schema || !exploded) return [parameter];
    const at = joinPointer(pointer, 'schema');
    const schema: JsonSchema = inlineReferences(document, node.schema, at);
    if (!isObjectSchema(schema)) return [parameter];
    const parts = [schema, ...(schema.allOf ?? [])];
    const members = Object.entries<JsonSchema>(Object.assign({}, ...parts.map(({ properties }) => properties)));
    if (members.length === 0 && isStated(node) && typeof schema.additionalProperties === 'object')
      return [{ pointer, node: { ...node, schema, 'x-map': true } }];
    if (members.length === 0) {
      const message = `parameter "${node.name}": the members of this object have no names; describe each as a parameter`;
      throw new UnsupportedError([{ pointer: at, message }]);
    }
    const required = new Set(node.required ? parts.flatMap((part) => part.required ?? []) : []);
    return members.flatMap(([name, member]): Located[] => {
      const nested = {
        name: deep ? `${node.name}[${name}]` : name,
        in: 'query',
        required: required.has(name),
        description: member.description ?? node.description,
        schema: deep ? member : plain(member, name, at),
      };
      // `filter[size][min]=1`, as servers that read such queries do.
      const isNested = deep && isObjectSchema(member);
      return isNested
        ? membersOfObjects(document, [{ pointer: at, node: { ...nested, style: 'deepObject' } }])
        : [{ pointer: at, node: nested }];
    });
  });
}

export function isObjectSchema({ type, properties, additionalProperties, allOf = [] }: JsonSchema): boolean {
  const types = [type ?? []].flat().filter((each) => each !== 'null');
  if (types.length > 0) return types.length === 1 && types[0] === 'object';
  return Boolean(properties || additionalProperties) || (allOf.length > 0 && allOf.every(isObjectSchema));
}

/** A map is sent so only where the description says how: in many, nobody has thought of it. */
const isStated = ({ style, explode }: JsonSchema): boolean => style === 'form' || explode === true;

/** OpenAPI does not say how an object or a list within an object is written. */
function plain(member: JsonSchema, name: string, pointer: string): JsonSchema {
  if (!isObjectSchema(member) && ![member.type].flat().includes('array')) return member;
  const message = `the member "${name}" is an object or a list, which has no form in a query; use a body`;
  throw new UnsupportedError([{ pointer, message }]);
}
