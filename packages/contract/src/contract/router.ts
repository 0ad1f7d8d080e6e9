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
  segments: Segment[];
  /** Text that the last parameter must contain. */
  contains: string | undefined;
}

/** A part of a template between slashes: compared as it is where it has no parameters, else by a pattern with a group for each. */
interface Segment {
  template: string;
  literal: string | undefined;
  pattern: RegExp;
  names: string[];
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
        segments: segmentsOf(path).map(compileSegment),
        contains,
      }),
    ),
  );
  forms.sort(literalFirst);
  return (method, path) => {
    const segments = segmentsOf(path).map((text) => ({ text, decoded: decoded(text) }));
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

function literalFirst(one: Form, other: Form): number {
  const length = one.segments.length;
  // No path fits both. If they counted as equal, a third one between them would leave the order of others to chance.
  if (length !== other.segments.length) return length - other.segments.length;
  for (let i = 0; i < length; i++) {
    const [own, others] = [one.segments[i]!, other.segments[i]!];
    const order = Number(own.literal === undefined) - Number(others.literal === undefined);
    if (order !== 0) return order;
    // Both fit `a.schema.xml`: `{name}.schema.xml` says more of it than `{name}.xml`.
    const longer = literalLength(others.template) - literalLength(own.template);
    if (longer !== 0) return longer;
  }
  return 0;
}

/** A segment of a path, as it was sent and without percent signs. */
interface Sent {
  text: string;
  decoded: string;
}

function fits(template: Segment[], segments: Sent[]): boolean {
  return (
    template.length === segments.length &&
    template.every(({ literal, pattern }, i) =>
      literal === undefined ? pattern.test(segments[i]!.text) : literal === segments[i]!.decoded,
    )
  );
}

function parametersOf(template: Segment[], segments: Sent[]): Record<string, string> {
  return Object.fromEntries(
    template.flatMap(({ pattern, names }, i) => {
      const found = names.length === 0 ? null : pattern.exec(segments[i]!.text);
      return found === null ? [] : names.map((name, n) => [name, decoded(found[n + 1]!)]);
    }),
  );
}

/** `report-{id}.{format}` reads `report-7.xml` as id 7, format xml. Once for each form: a request is compared with all. */
function compileSegment(template: string): Segment {
  const names: string[] = [];
  const pattern = template.replace(/\{([^}]*)\}|[^{]+/g, (text, name?: string) => {
    if (name === undefined) return text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    names.push(name);
    return '(.+)';
  });
  const literal = template.includes('{') ? undefined : decoded(template);
  return { template, literal, pattern: new RegExp(`^${pattern}$`), names };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
