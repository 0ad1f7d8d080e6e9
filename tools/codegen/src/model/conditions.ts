import type { Condition, Operation, Parameter } from './model.ts';

/** Headers of the way that a request takes, which any request can have. */
const TRANSPORT = new Set(
  `accept-charset accept-encoding accept-language cache-control connection content-length content-md5 cookie date expect host
  keep-alive origin pragma referer te trailer transfer-encoding upgrade user-agent via x-forwarded-for`.split(/\s+/),
);

/** Returns the required parameters of an operation, with their value if there is only one. */
function conditionsIn({ parameters }: Operation, constantOnly: boolean): Condition[] {
  return parameters.flatMap(
    ({ name: inCode, in: place, required, array, aliases, ignoreCase, ...rest }): Condition[] => {
      const name = rest.wire ?? inCode;
      if (
        !required ||
        array ||
        rest.form ||
        aliases.length > 0 ||
        ignoreCase ||
        (place !== 'query' && place !== 'header') ||
        (place === 'header' && TRANSPORT.has(name.toLowerCase()))
      )
        return [];
      const values = valuesOf(rest);
      if (values?.length === 1)
        return [{ in: place, name, value: values[0]!, ...(rest.empty !== undefined && { empty: true as const }) }];
      return constantOnly ? [] : [{ in: place, name }];
    },
  );
}

/** The texts that a parameter can have, when they are few. */
function valuesOf({ schema }: Pick<Parameter, 'schema'>): string[] | undefined {
  const values: unknown[] | undefined = 'const' in schema ? [schema.const] : schema.enum;
  return values?.filter((value) => value !== null).map(String);
}

/**
 * The conditions that tell apart operations of one method and path, and those of the operations that nothing tells apart
 * from an earlier one. A server asks first for the operation with the most conditions.
 */
export function conditionsOf(operations: Operation[]): {
  conditions: Map<Operation, Condition[]>;
  same: Map<Operation, Operation>;
} {
  const constant = distinguish(operations, true);
  return constant.same.size === 0 ? constant : distinguish(operations, false);
}

function distinguish(operations: Operation[], constantOnly: boolean): ReturnType<typeof conditionsOf> {
  const all = new Map(operations.map((each) => [each, conditionsIn(each, constantOnly)]));
  const common = (condition: Condition) =>
    [...all.values()].every((conditions) => conditions.some((other) => isSame(condition, other)));
  const everywhere = operations.length > 1 ? (all.get(operations[0]!) ?? []).filter(common) : [];
  const conditions = new Map(
    operations.map((each) => [
      each,
      all.get(each)!.filter((condition) => !everywhere.some((other) => isSame(condition, other))),
    ]),
  );
  const same = new Map<Operation, Operation>();
  for (const [index, operation] of operations.entries()) {
    const other = operations
      .slice(0, index)
      .find((earlier) => !same.has(earlier) && (mistaken(operation, earlier) || mistaken(earlier, operation)));
    if (other) same.set(operation, other);
  }
  return { conditions, same };

  /** Reports whether a request of one operation may be mistaken for one of the other. */
  function mistaken(one: Operation, other: Operation): boolean {
    if (conditions.get(other)!.length < conditions.get(one)!.length) return false;
    return conditions
      .get(other)!
      .every((condition) => one.parameters.some((parameter) => mayCarry(parameter, condition)));
  }
}

function mayCarry(parameter: Parameter, { in: place, name, value }: Condition): boolean {
  if (!isNamed(parameter, place, name)) return false;
  return value === undefined || (valuesOf(parameter)?.includes(value) ?? true);
}

function isNamed({ name, wire = name, in: own }: Parameter, place: Condition['in'], wanted: string): boolean {
  return own === place && (place === 'header' ? wire.toLowerCase() === wanted.toLowerCase() : wire === wanted);
}

/** Marks of the others that an operation has no parameter for: a request that carries one is not meant for it. */
export function excludedBy(
  operation: Operation,
  conditions: ReadonlyMap<Operation, Condition[]>,
): Pick<Condition, 'in' | 'name'>[] {
  const own = (condition: Condition) =>
    operation.parameters.some((parameter) => isNamed(parameter, condition.in, condition.name));
  const foreign = [...conditions].flatMap(([other, list]) =>
    other === operation ? [] : list.filter((condition) => !own(condition)),
  );
  return [...new Map(foreign.map(({ in: place, name }) => [`${place} ${name}`, { in: place, name }])).values()];
}

function isSame(one: Condition, other: Condition): boolean {
  return one.in === other.in && one.name === other.name && one.value === other.value;
}
