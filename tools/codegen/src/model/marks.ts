import type { Mark, Operation, Parameter } from './model.ts';

/** What a request of an operation always carries: required parameters, and their value where they have but one. */
function signsOf({ parameters }: Operation, constantOnly: boolean): Mark[] {
  return parameters.flatMap(({ name: inCode, in: place, required, array, aliases, ignoreCase, ...rest }): Mark[] => {
    const name = rest.wire ?? inCode;
    if (!required || array || rest.map || aliases.length > 0 || ignoreCase || (place !== 'query' && place !== 'header'))
      return [];
    const values = valuesOf(rest);
    if (values?.length === 1)
      return [{ in: place, name, value: values[0]!, ...(rest.empty !== undefined && { empty: true as const }) }];
    return constantOnly ? [] : [{ in: place, name }];
  });
}

/** The texts that a parameter can have, when they are few. */
function valuesOf({ schema }: Pick<Parameter, 'schema'>): string[] | undefined {
  const values: unknown[] | undefined = 'const' in schema ? [schema.const] : schema.enum;
  return values?.filter((value) => value !== null).map(String);
}

/**
 * The marks that tell apart operations of one method and path, and those of the operations that nothing tells apart
 * from an earlier one. A server asks first for the operation with the most marks.
 */
export function marksOf(operations: Operation[]): { marks: Map<Operation, Mark[]>; same: Map<Operation, Operation> } {
  const constant = told(operations, true);
  return constant.same.size === 0 ? constant : told(operations, false);
}

function told(operations: Operation[], constantOnly: boolean): ReturnType<typeof marksOf> {
  const signs = new Map(operations.map((each) => [each, signsOf(each, constantOnly)]));
  const common = (mark: Mark) => [...signs.values()].every((marks) => marks.some((other) => isSame(mark, other)));
  const everywhere = operations.length > 1 ? (signs.get(operations[0]!) ?? []).filter(common) : [];
  const marks = new Map(
    operations.map((each) => [
      each,
      signs.get(each)!.filter((mark) => !everywhere.some((other) => isSame(mark, other))),
    ]),
  );
  const same = new Map<Operation, Operation>();
  for (const [index, operation] of operations.entries()) {
    const other = operations
      .slice(0, index)
      .find((earlier) => !same.has(earlier) && (mistaken(operation, earlier) || mistaken(earlier, operation)));
    if (other) same.set(operation, other);
  }
  return { marks, same };

  /** Whether a request of the one may be taken for one of the other. */
  function mistaken(one: Operation, other: Operation): boolean {
    if (marks.get(other)!.length < marks.get(one)!.length) return false;
    return marks.get(other)!.every((mark) => one.parameters.some((parameter) => mayCarry(parameter, mark)));
  }
}

function mayCarry(parameter: Parameter, { in: place, name, value }: Mark): boolean {
  if (!isNamed(parameter, place, name)) return false;
  return value === undefined || (valuesOf(parameter)?.includes(value) ?? true);
}

function isNamed({ name, wire = name, in: own }: Parameter, place: Mark['in'], wanted: string): boolean {
  return own === place && (place === 'header' ? wire.toLowerCase() === wanted.toLowerCase() : wire === wanted);
}

/** Marks of the others that an operation has no parameter for: a request that carries one is not meant for it. */
export function excludedBy(operation: Operation, marks: ReadonlyMap<Operation, Mark[]>): Pick<Mark, 'in' | 'name'>[] {
  const own = (mark: Mark) => operation.parameters.some((parameter) => isNamed(parameter, mark.in, mark.name));
  const foreign = [...marks].flatMap(([other, list]) => (other === operation ? [] : list.filter((mark) => !own(mark))));
  return [...new Map(foreign.map(({ in: place, name }) => [`${place} ${name}`, { in: place, name }])).values()];
}

function isSame(one: Mark, other: Mark): boolean {
  return one.in === other.in && one.name === other.name && one.value === other.value;
}
