import { typeName } from '../emit/names.ts';
import type { ApiModel, Operation } from '../model/model.ts';

/** What the modules of the client import from the runtime, and their own local names: nothing else may have these. */
const OWN = new Set(
  `AnyStatus AnySuccess BinaryBody Call CallOptions Client ConnectOptions Connection NoInput Ok Operation PagedFunction
  Parameters Record bindPaged call connect connection createClient decodeBytes
  decodeJson decodeText encodeBody encodeJson encodeRaw input operations options pageOf paged`.split(/\s+/),
);

/** The names that things have in the client. */
export interface Names {
  /** File in `client/`. */
  file(operation: Operation): string;
  /** The exported function. */
  function(operation: Operation): string;
  /** The type of what the function returns. */
  call(operation: Operation): string;
  /** The constant for the runtime. */
  constant(operation: Operation): string;
  /** The type of the input. */
  input(operation: Operation): string;
  /** A schema's type in a module of an operation, and how it is imported from `types/`. */
  schema(schema: string, operation: Operation): { type: string; imported: string };
}

export function namesOf(model: ApiModel): Names {
  const schemas = new Set([...model.schemas.keys()].map(typeName));
  const bases = typeBases(model.operations);
  const free = (name: string) => (schemas.has(name) || OWN.has(name) ? `${name}_` : name);
  const names: Names = {
    file: (operation) => `${groupName(operation.group)}/${names.function(operation)}.ts`,
    function: ({ id }) => (OWN.has(id) ? `${id}_` : id),
    constant: (operation) => `${names.function(operation)}Operation`,
    input: ({ id }) => free(`${bases.get(id)}Input`),
    call: ({ id }) => free(`${bases.get(id)}Call`),
    schema(schema, operation) {
      const name = typeName(schema);
      const taken = OWN.has(name) || [names.function(operation), names.constant(operation)].includes(name);
      return taken ? { type: `${name}Schema`, imported: `${name} as ${name}Schema` } : { type: name, imported: name };
    },
  };
  return names;
}

/** A group's file and folder, `index` and the like being taken. */
export function groupName(group: string): string {
  return ['index', 'raw', 'failures', 'operations'].includes(group) ? `${group}_` : group;
}

/** What the types of each operation begin with; those of `get` and `Get` must differ. */
function typeBases(operations: Operation[]): Map<string, string> {
  const bases = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id } of operations) {
    let base = id.charAt(0).toUpperCase() + id.slice(1);
    while (taken.has(base)) base += '_';
    taken.add(base);
    bases.set(id, base);
  }
  return bases;
}
