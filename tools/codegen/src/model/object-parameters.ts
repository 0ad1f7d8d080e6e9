import { FormlessError, type Note } from '../common/errors.ts';
import { inlineReferences } from './inline.ts';
import type { Json, JsonSchema, OpenApiDocument } from './model.ts';
import { membersOf } from './object-members.ts';
import { isObjectSchema } from './object-schema.ts';
import { FORMLESS } from './parameter-form.ts';
import { joinPointer, type Located } from './pointer.ts';

/**
 * Objects of the query in style form with explode, `R=100&G=200`, stand among the other parameters by the names of their members
 * (OpenAPI 3.1, "Style Values"). Those whose members could not be told from other parameters are described as JSON; one that has
 * members without names, which are all that no parameter describes, is marked with `x-rest`.
 */
export function objectParameters(document: OpenApiDocument, parameters: Located[], note: Note = () => {}): Located[] {
  /** Only one can have all members that have no parameter of their own. */
  let hasRest = false;
  const names = new Set(parameters.filter(({ node }) => node.in === 'query').map(({ node }) => node.name));
  const json = ({ node: { schema, style: _, explode: __, ...node }, pointer }: Located): Located => {
    note({ pointer, message: FORMLESS });
    return { pointer, node: { ...node, content: { 'application/json': { schema } } } };
  };
  return parameters.map((parameter) => {
    const { node, pointer } = parameter;
    const isExploded = (node.style ?? 'form') === 'form' && node.explode !== false;
    if (node.in !== 'query' || !node.schema || !(isExploded || node.style === 'deepObject')) return parameter;
    const schema = inlined(document, node.schema, joinPointer(pointer, 'schema'));
    // One that contains itself has no end.
    if (schema === undefined || !isObjectSchema(schema)) return parameter;
    if (hasInheritedName(schema)) return json(parameter);
    const inPlace = { pointer, node: { ...node, schema } };
    if (!isExploded) return inPlace;
    const members = Object.keys(membersOf(schema));
    const { additionalProperties: rest = members.length === 0 } = schema;
    const isAmbiguous =
      members.some((name) => name !== node.name && names.has(name)) ||
      (members.length === 0 && (rest === false || hasRest || isObjectSchema(rest)));
    if (isAmbiguous) return json(parameter);
    for (const name of members) names.add(name);
    if (rest === false || hasRest || isObjectSchema(rest)) return inPlace;
    hasRest = true;
    if (members.length > 0 || !isStated(node))
      note({
        pointer,
        message: `its members ${members.length > 0 ? 'without names ' : ''}are the parameters of the query that no other one describes`,
      });
    return { pointer, node: { ...inPlace.node, 'x-rest': true } };
  });
}

/** Tables of the runtimes cannot have members with names that every object has, such as `constructor`. */
const hasInheritedName = (schema: JsonSchema): boolean =>
  Object.entries(membersOf(schema)).some(
    ([name, member]) => name in Object.prototype || (isObjectSchema(member) && hasInheritedName(member)),
  );

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
