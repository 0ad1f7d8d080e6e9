import { FormlessError, type Note } from '../common/errors.ts';
import { deepValue, needsBrackets } from './deep-value.ts';
import { inlineReferences } from './inline.ts';
import type { Json, JsonSchema, OpenApiDocument } from './model.ts';
import { isObjectSchema } from './object-schema.ts';
import { FORMLESS } from './parameter-form.ts';
import { joinPointer, type Located } from './pointer.ts';

/**
 * Query parameters whose values are objects, as one parameter for each member: that is what is sent. `R=100&G=200` for
 * style form with explode, `color[R]=100&color[G]=200` for deepObject (OpenAPI 3.1, "Style Values"). Others stay as they are.
 */
export function membersOfObjects(document: OpenApiDocument, parameters: Located[], note: Note = () => {}): Located[] {
  /** Only one can have all members that have no parameter of their own. */
  let hasMap = false;
  const names = new Set(parameters.filter(({ node }) => node.in === 'query').map(({ node }) => node.name));
  const json = ({ node: { schema, style: _, explode: __, ...node }, pointer }: Located): Located[] => {
    note({ pointer, message: FORMLESS });
    return [{ pointer, node: { ...node, content: { 'application/json': { schema } } } }];
  };
  return parameters.flatMap((parameter) => {
    const { node, pointer } = parameter;
    const deep = node.style === 'deepObject';
    const exploded = deep || (node.style ?? 'form') !== 'form' ? deep : node.explode !== false;
    if (node.in !== 'query' || !node.schema || !exploded) return [parameter];
    const at = joinPointer(pointer, 'schema');
    const schema = inlined(document, node.schema, at);
    // One that contains itself has no end.
    if (schema === undefined || !isObjectSchema(schema)) return [parameter];
    const parts = [schema, ...(schema.allOf ?? [])];
    const members = Object.entries<JsonSchema>(Object.assign({}, ...parts.map(({ properties }) => properties)));
    const values = schema.additionalProperties;
    if (members.length === 0 && !deep && typeof values === 'object' && !isObjectSchema(values) && !hasMap) {
      hasMap = true;
      if (!isStated(node))
        note({ pointer, message: 'its members are the parameters of the query that no other one describes' });
      return [{ pointer, node: { ...node, schema, 'x-map': true } }];
    }
    if (members.length === 0) return deep ? [parameter] : json(parameter);
    if (!deep && members.some(([name]) => name !== node.name && names.has(name))) return json(parameter);
    if (!deep) for (const [name] of members) names.add(name);
    const required = new Set(node.required ? parts.flatMap((part) => part.required ?? []) : []);
    return members.flatMap(([name, member]): Located[] => {
      const nested = {
        name: deep ? `${node.name}[${name}]` : name,
        in: 'query',
        required: required.has(name),
        description: member.description ?? node.description,
        schema: member,
      };
      if (deep && needsBrackets(deepValue(member)) && !isObjectSchema(member))
        return [{ pointer: at, node: { ...nested, style: 'deepObject' } }];
      if (!isObjectSchema(member)) return [{ pointer: at, node: nested }];
      // `filter[size][min]=1`, as servers that read such queries do.
      if (deep) return membersOfObjects(document, [{ pointer: at, node: { ...nested, style: 'deepObject' } }], note);
      return json({ pointer: at, node: nested });
    });
  });
}

/** The schema without references; undefined if it contains itself. */
function inlined(document: OpenApiDocument, schema: Json, pointer: string): JsonSchema | undefined {
  try {
    return inlineReferences(document, schema, pointer);
  } catch (error) {
    if (error instanceof FormlessError) return undefined;
    throw error;
  }
}

/** A map is sent so only where the description says how: in many, nobody has thought of it. */
const isStated = ({ style, explode }: JsonSchema): boolean => style === 'form' || explode === true;
