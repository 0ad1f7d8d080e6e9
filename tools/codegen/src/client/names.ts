import { typeName } from '../common/names.ts';
import type { ApiModel, Operation } from '../model/model.ts';

/** Reserved names: imports of the client's modules from the runtime, and their local names. */
const OWN = new Set(
  `AnyStatus AnySuccess Auth BinaryBody ByStatus Call CallOptions Client ClientOptions ConnectOptions Connection NoInput Ok Operation PagedFunction
  Parameters Record bigintDecoder bigints bindPaged call callSequence connect connection createClient decodeBytes
  decodeJson decodeText encodeBigints encodeBody encodeJson encodeRaw eventReader hasParameters headerReader input lineEncoder lineReader operations options ownServer pageOf paged service TypedHeaders wire`.split(
    /\s+/,
  ),
);

/** The names that things have in the client. */
export interface Names {
  /** File in `client/`. */
  file(operation: Operation): string;
  /** The exported function. */
  function(operation: Operation): string;
  /** The type of what the function returns. */
  call(operation: Operation): string;
  /** The function that binds a group to a connection, `mailings(client)`; what it returns is of type `Mailings`. */
  factory(group: string): string;
  /** The constant for the runtime. */
  constant(operation: Operation): string;
  /** The type of the input. */
  input(operation: Operation): string;
  /** A schema's type in a module of an operation, and how it is imported from `types/`. */
  schema(schema: string, operation: Operation): { type: string; imported: string };
}

export function namesOf(model: ApiModel): Names {
  const schemas = new Set([...model.schemas.keys()].map(typeName));
  const taken = new Set(OWN);
  /** The name, with `_` behind it until nothing has it. */
  const free = (name: string, isFree = (each: string) => !taken.has(each)): string => {
    let own = name;
    while (!isFree(own)) own += '_';
    taken.add(own);
    return own;
  };
  const { operations } = model;
  const functions = new Map(operations.map(({ id }) => [id, free(id)]));
  const groups = [...new Set(operations.map(({ group }) => group))];
  const factories = new Map(
    groups.map((group) => {
      const factory = free(`${group}Group`, (name) => !taken.has(name) && !taken.has(upperFirst(name)));
      taken.add(upperFirst(factory));
      return [group, factory];
    }),
  );
  const constants = new Map(operations.map(({ id }) => [id, free(`${functions.get(id)}Operation`)]));
  const ofType = (suffix: string) =>
    new Map(
      operations.map(({ id }) => [id, free(upperFirst(id) + suffix, (name) => !taken.has(name) && !schemas.has(name))]),
    );
  const inputs = ofType('Input');
  const calls = ofType('Call');
  const names: Names = {
    file: (operation) => `${groupName(operation.group)}/${names.function(operation)}.ts`,
    function: ({ id }) => functions.get(id)!,
    factory: (group) => factories.get(group)!,
    constant: ({ id }) => constants.get(id)!,
    input: ({ id }) => inputs.get(id)!,
    call: ({ id }) => calls.get(id)!,
    schema(schema, operation) {
      const name = typeName(schema);
      const local = OWN.has(name) || [names.function(operation), names.constant(operation)].includes(name);
      return local ? { type: `${name}Schema`, imported: `${name} as ${name}Schema` } : { type: name, imported: name };
    },
  };
  return names;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A group's file and folder, `index` and the like being taken. */
export function groupName(group: string): string {
  return ['errors', 'failures', 'index', 'operations', 'raw', 'service'].includes(group) ? `${group}_` : group;
}
