import type { JsonSchema } from '@mailwright/codegen/description';
import { BUILT_IN, referenceTo } from '../preconditions/fill.ts';
import type { Input } from '../preconditions/preconditions.ts';
import { sample } from '../values/sample.ts';
import { ArazzoNode } from './node.ts';

/** Extension of the schema of an input: its value as preconditions write it, `ada.${unique}@example.org`. */
export const X_VALUE = 'x-value';
/** Extension beside `x-value`: the value is made anew wherever it stands, and not kept for the workflow. */
export const X_FRESH = 'x-fresh';

/** Inputs of a workflow, for which the kit makes values. */
export interface Inputs {
  /** Returns the template of an input. @throws InputError at `node` if there is none */
  resolve(name: string, node: ArazzoNode): unknown;
  /** Values to make when the workflow begins, of the inputs that were asked for. */
  lets: Input;
}

/**
 * Reads the schema of the inputs of a workflow. An input has its default, else a value of its schema; one that is called like a
 * predefined value of preconditions, such as `unique` or `today`, and has no default is that value.
 * @param claim returns the name under which the value of an input is kept
 */
export function readInputs(workflow: ArazzoNode, components: ArazzoNode, claim: (name: string) => string): Inputs {
  const given = workflow.member('inputs');
  const schema = given.isPresent ? followed(given, components) : given;
  const lets: Input = {};
  const made = new Map<string, unknown>();
  return {
    lets,
    resolve(name, node) {
      if (!made.has(name)) made.set(name, make(name, node));
      return made.get(name);
    },
  };

  function make(name: string, node: ArazzoNode): unknown {
    const properties = schema.isPresent ? schema.member('properties') : schema;
    const property = properties.isPresent ? properties.member(name) : properties;
    if (!property.isPresent) node.fail(`the workflow has no input "${name}"`);
    const found = followed(property, components).object();
    if (X_FRESH in found && typeof found[X_VALUE] === 'string') return found[X_VALUE];
    if (found.default === undefined && found[X_VALUE] === undefined && BUILT_IN.includes(name))
      return referenceTo(name);
    const value = found[X_VALUE] ?? found.default ?? sample(found as JsonSchema);
    if (value === undefined) property.fail('no value of this schema can be made; add a default');
    const kept = claim(name);
    lets[kept] = value;
    return referenceTo(kept);
  }
}

/** Follows a reference to `components/inputs`. */
function followed(node: ArazzoNode, components: ArazzoNode): ArazzoNode {
  const { $ref } = node.object();
  if ($ref === undefined) return node;
  const [, name] = /^#\/components\/inputs\/([\w.-]+)$/.exec(String($ref)) ?? [];
  const inputs = components.isPresent ? components.member('inputs') : components;
  const target = name !== undefined && inputs.isPresent ? inputs.member(name) : undefined;
  if (!target?.isPresent) node.fail(`"${$ref}" is not in #/components/inputs`);
  return new ArazzoNode((target as ArazzoNode).object(), (target as ArazzoNode).place);
}
