import type { Operation } from '@mailwright/codegen/description';

/** The operation that a method and a path select, or why there is none. */
export type Route =
  | { found: 'operation'; operation: Operation; parameters: Record<string, string> }
  /** The path is there, but not with this method. */
  | { found: 'path'; methods: string[] }
  | { found: 'nothing' };

export type Router = (method: string, path: string) => Route;

interface Form {
  operation: Operation;
  method: string;
  segments: string[];
  /** Text that the last parameter must contain. */
  contains: string | undefined;
}

/**
 * Finds operations by path and by `x-aliases`. Literal segments win over parameters, earlier segments first; a slash
 * at the end makes no difference.
 */
export function createRouter(operations: Operation[]): Router {
  const forms: Form[] = operations.flatMap((operation) =>
    [{ method: operation.method, path: operation.path }, ...operation.aliases].map(
      ({ method, path, contains }: Operation['aliases'][number]) => ({
        operation,
        method,
        segments: segmentsOf(path),
        contains,
      }),
    ),
  );
  forms.sort(literalFirst);
  return (method, path) => {
    const segments = segmentsOf(path);
    const matching = forms.filter(
      (form) => fits(form.segments, segments) && path.replaceAll('%40', '@').includes(form.contains ?? ''),
    );
    const form = matching.find((each) => each.method === method.toUpperCase());
    if (!form) {
      const methods = [...new Set(matching.map((each) => each.method))];
      return methods.length === 0 ? { found: 'nothing' } : { found: 'path', methods };
    }
    return { found: 'operation', operation: form.operation, parameters: parametersOf(form.segments, segments) };
  };
}

const segmentsOf = (path: string) => path.replace(/^\/|\/$/g, '').split('/');
const literalLength = (segment: string) => segment.replace(/\{[^}]*\}/g, '').length;
const isParameter = (segment: string) => segment.includes('{');

function literalFirst(one: Form, other: Form): number {
  const length = one.segments.length;
  // No path fits both. If they counted as equal, a third one between them would leave the order of others to chance.
  if (length !== other.segments.length) return length - other.segments.length;
  for (let i = 0; i < length; i++) {
    const order = Number(isParameter(one.segments[i]!)) - Number(isParameter(other.segments[i]!));
    if (order !== 0) return order;
    // Both fit `a.schema.xml`: `{name}.schema.xml` says more of it than `{name}.xml`.
    const longer = literalLength(other.segments[i]!) - literalLength(one.segments[i]!);
    if (longer !== 0) return longer;
  }
  return 0;
}

function fits(template: string[], segments: string[]): boolean {
  return template.length === segments.length && template.every((part, i) => match(part, segments[i]!) !== undefined);
}

function parametersOf(template: string[], segments: string[]): Record<string, string> {
  return Object.assign({}, ...template.map((part, i) => match(part, segments[i]!)));
}

/** `report-{id}.{format}` and `report-7.xml` -> id 7, format xml; undefined when they do not fit. */
function match(part: string, segment: string): Record<string, string> | undefined {
  if (!isParameter(part)) return decoded(part) === decoded(segment) ? {} : undefined;
  const names: string[] = [];
  const pattern = part.replace(/\{([^}]*)\}|[^{]+/g, (text, name?: string) => {
    if (name === undefined) return text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    names.push(name);
    return '(.+)';
  });
  const found = new RegExp(`^${pattern}$`).exec(segment);
  return found ? Object.fromEntries(names.map((name, i) => [name, decoded(found[i + 1]!)])) : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
