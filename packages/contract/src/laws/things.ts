import type { JsonSchema, Operation } from '@mailwright/codegen/description';
import type { Call } from '../calls/caller.ts';
import type { Situations } from '../calls/situations.ts';
import { SituationError } from '../calls/steps.ts';
import type { Resource } from '../chains/resources.ts';
import type { Contract } from '../contract/contract.ts';
import { propertiesOf, type Schemas } from '../contract/schemas.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import type { Input, Preconditions, Situation } from '../preconditions/preconditions.ts';
import type { Target } from '../test-cases/request.ts';

/** Context in which laws are checked. */
export interface LawSources {
  contract: Contract;
  schemas: Schemas;
  preconditions: Preconditions;
  target: Target;
  situations: Situations;
  call: Call;
}

/** Gives what a law takes of two new things of a resource; a resource that cannot be made is left alone. */
export async function withThings(
  resource: Resource,
  { preconditions, situations }: LawSources,
  use: (known: Known) => Promise<void>,
): Promise<void> {
  const names = [resource.name, `another ${resource.name}`];
  if (!names.every((name) => isMadeBy(resource, preconditions.situations.get(name)))) return;
  try {
    await use(await situations.bringAbout(names, true));
  } catch (error) {
    // What cannot be made is told where it is tried.
    if (!(error instanceof SituationError || error instanceof RangeError)) throw error;
  }
}

/** Reports whether a situation is what `explain` calls so, found or written out and corrected since. */
const isMadeBy = ({ create }: Resource, { steps = [] }: Partial<Situation> = {}) =>
  steps.some(({ operation }) => operation === create?.id);

/** Input of an operation on the thing that is known. */
export function inputOf({ preconditions }: LawSources, operation: Operation, known: Known, more: Input = {}): Input {
  const ids = operation.parameters
    .filter(({ in: place }) => place === 'path')
    .flatMap(({ name: parameter }) => {
      const binding = [...preconditions.parameters].find(
        ([key]) => key.startsWith(`path ${parameter} of `) && operation.path.startsWith(key.split(' of ')[1]!),
      )?.[1];
      return binding?.value === undefined ? [] : [[parameter, fill(binding.value, known)]];
    });
  return { ...Object.fromEntries(ids), ...more };
}

/** A body with all properties that an operation takes, and what it refers to; undefined when none was found. */
export async function fullBody(
  { preconditions, situations }: LawSources,
  operation: Operation,
  known: Known,
): Promise<{ body: unknown; known: Known } | undefined> {
  const [full] = preconditions.operations.get(operation.id)?.bodies ?? [];
  if (!full) return undefined;
  const all = full.given ? { ...(await situations.bringAbout(full.given, true)), ...known } : known;
  return { body: fill(full.value, all), known: all };
}

/** The items in the answer of a list. */
export function itemsIn(value: unknown, keys: readonly string[]): unknown[] {
  const found = valueAt(value, keys);
  return Array.isArray(found) ? found : [];
}

const valueAt = (value: unknown, keys: readonly string[]) =>
  keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], value);

/** The id at the end of keys, as text; empty when there is none. */
export const textAt = (value: unknown, keys: readonly string[]): string[] => {
  const found = valueAt(value, keys);
  return typeof found === 'string' || typeof found === 'number' ? [String(found)] : [];
};

/** Properties that answers have. */
export const readableOf = (schema: JsonSchema | undefined) =>
  Object.fromEntries(Object.entries(schema ? propertiesOf(schema) : {}).filter(([, each]) => !each.writeOnly));
