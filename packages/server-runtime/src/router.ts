import type { Condition } from './api.ts';
import { type Conditional, matchingRoute, type RequestParts } from './conditions.ts';
import type { RawRequest } from './raw.ts';

/** A path of an operation: its own or an alias. */
export interface Route<Target> extends Conditional {
  target: Target;
  /** Names of the path parameters, in the order of the path. */
  names: readonly string[];
  /** The path is this route only if its last parameter contains this text. */
  contains?: string | undefined;
}

export type Match<Target> =
  | { found: 'route'; route: Route<Target>; values: string[] }
  | { found: 'no condition'; conditions: (readonly Condition[])[] }
  | { found: 'path'; allow: string[] }
  | { found: 'nothing' }
  | { found: 'bad encoding'; segment: string };

interface RouteOptions extends Partial<Pick<Conditional, 'excludes'>> {
  greedy?: readonly string[];
  contains?: string | undefined;
}

interface Node<Target> {
  fixed: Map<string, Node<Target>>;
  /** Segments that mix text and parameters, such as `{name}.xml`. */
  mixed: { texts: string; take: (segment: string) => string[] | undefined; node: Node<Target> }[];
  parameter: Node<Target> | undefined;
  /** A parameter that can contain slashes. */
  greedy: Node<Target> | undefined;
  /** Routes by method, those with the most conditions first. */
  methods: Map<string, Route<Target>[]>;
}

const newNode = <Target>(): Node<Target> => ({
  fixed: new Map(),
  mixed: [],
  parameter: undefined,
  greedy: undefined,
  methods: new Map(),
});

/**
 * Finds operations by method and path. Paths are compared segment by segment and case-sensitively; literal segments win over
 * parameters; one trailing slash is allowed; values are percent-decoded.
 */
export class Router<Target> {
  readonly #root = newNode<Target>();
  /** Paths without parameters. They win over others and need no segment-wise matching. */
  readonly #fixed = new Map<string, Node<Target>>();

  /** @throws Error if another operation has the same method and path, and no conditions distinguish them */
  add(
    method: string,
    path: string,
    target: Target,
    conditions: readonly Condition[] = [],
    { excludes = [], greedy = [], contains }: RouteOptions = {},
  ): void {
    const names: string[] = [];
    let node = this.#root;
    const segments = path.split('/').slice(1);
    if (segments.length > 1 && segments.at(-1) === '') segments.pop();
    for (const segment of segments) {
      node = child(node, segment, greedy);
      for (const match of segment.matchAll(/\{([^{}]+)\}/g)) names.push(match[1] as string);
    }
    const routes = node.methods.get(method) ?? [];
    if (routes.some((route) => route.conditions.length + conditions.length === 0))
      throw new Error(`Two operations for ${method} ${path}`);
    routes.push({ target, names, conditions, excludes, contains });
    routes.sort((a, b) => b.conditions.length - a.conditions.length);
    node.methods.set(method, routes);
    if (names.length === 0 && !path.includes('%')) this.#fixed.set(`/${segments.join('/')}`, node);
  }

  find(request: Pick<RawRequest, 'method' | 'path' | 'query' | 'headers'>): Match<Target> {
    const { method, path } = request;
    const fixed = this.#fixed.get(path)?.methods.get(method);
    if (fixed) return chosen(fixed, [], request);
    const segments = path.split('/');
    if (segments[0] !== '' || segments.length < 2) return { found: 'nothing' };
    segments.shift();
    const slash = segments.length > 1 && segments.at(-1) === '';
    if (slash) segments.pop();
    if (path.includes('%')) {
      for (let i = 0; i < segments.length; i++) {
        try {
          segments[i] = decodeURIComponent(segments[i] as string);
        } catch {
          return { found: 'bad encoding', segment: segments[i] as string };
        }
      }
    }
    const allow = new Set<string>();
    const values: string[] = [];
    const routes = walk(this.#root, { segments, slash, method, values, allow }, 0);
    if (routes) return chosen(routes, values, request);
    return allow.size > 0 ? { found: 'path', allow: [...allow].sort() } : { found: 'nothing' };
  }
}

function chosen<Target>(routes: Route<Target>[], values: string[], request: RequestParts): Match<Target> {
  const route = matchingRoute(routes, request);
  return route
    ? { found: 'route', route, values }
    : { found: 'no condition', conditions: routes.map(({ conditions }) => conditions) };
}

function child<Target>(node: Node<Target>, segment: string, greedy: readonly string[]): Node<Target> {
  if (/^\{[^}]+\}$/.test(segment)) {
    if (greedy.includes(segment.slice(1, -1))) {
      node.greedy ??= newNode();
      return node.greedy;
    }
    node.parameter ??= newNode();
    return node.parameter;
  }
  if (segment.includes('{')) {
    const texts = segment.split(/\{[^{}]+\}/);
    const key = texts.join('{}');
    const known = node.mixed.find((each) => each.texts === key);
    if (known) return known.node;
    const added = { texts: key, take: (given: string) => valuesBetween(texts, given), node: newNode<Target>() };
    node.mixed.push(added);
    // `{id}.schema.json` is tried before `{id}.json`, which would also match.
    node.mixed.sort((a, b) => b.texts.length - a.texts.length);
    return added.node;
  }
  const text = decoded(segment);
  let next = node.fixed.get(text);
  if (!next) {
    next = newNode();
    node.fixed.set(text, next);
  }
  return next;
}

/**
 * The values between the texts of a segment, each as short as possible; what follows the last dot of `{lat},{lon}.{format}` is the
 * format. A regular expression would try all places of several texts.
 */
function valuesBetween(texts: readonly string[], segment: string): string[] | undefined {
  const [first, last, inner] = [texts[0]!, texts.at(-1)!, texts.slice(1, -1)];
  if (!segment.startsWith(first) || !segment.slice(first.length).endsWith(last)) return undefined;
  let rest = segment.slice(first.length, segment.length - last.length);
  const values: string[] = [];
  for (const [index, text] of inner.entries()) {
    const isEnding = index === inner.length - 1 && text.startsWith('.');
    const at = isEnding ? rest.lastIndexOf(text, rest.length - text.length - 1) : rest.indexOf(text, 1);
    if (at < 1) return undefined;
    values.push(rest.slice(0, at));
    rest = rest.slice(at + text.length);
  }
  return rest === '' ? undefined : [...values, rest];
}

/** Paths in descriptions may or may not be percent-encoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A path that is being taken apart. */
interface Way {
  segments: readonly string[];
  /** The path ends in a slash, which is no segment. */
  slash: boolean;
  method: string;
  /** Values of the parameters on the way taken. */
  values: string[];
  /** Methods seen at dead ends. */
  allow: Set<string>;
}

/** Searches depth first: literal segments, then mixed ones, then parameters, then parameters that can contain slashes. */
function walk<Target>(node: Node<Target>, way: Way, at: number): Route<Target>[] | undefined {
  const { segments, method, values, allow } = way;
  if (at === segments.length) {
    const fits = ({ contains }: Route<Target>) => contains === undefined || values.at(-1)?.includes(contains);
    const routes = node.methods.get(method)?.filter(fits);
    if (routes?.length) return routes;
    for (const [other, offered] of node.methods) if (other !== method && offered.some(fits)) allow.add(other);
    return undefined;
  }
  const segment = segments[at] as string;
  const fixed = node.fixed.get(segment);
  if (fixed) {
    const routes = walk(fixed, way, at + 1);
    if (routes) return routes;
  }
  const before = values.length;
  const take = (next: Node<Target>, taken: string[], to: number): Route<Target>[] | undefined => {
    values.push(...taken);
    const routes = walk(next, way, to);
    if (!routes) values.length = before;
    return routes;
  };
  for (const { take: valuesOf, node: next } of node.mixed) {
    const found = valuesOf(segment);
    const routes = found && take(next, found, at + 1);
    if (routes) return routes;
  }
  if (node.parameter && segment !== '') {
    const routes = take(node.parameter, [segment], at + 1);
    if (routes) return routes;
  }
  for (let to = at + 1; node.greedy && to <= segments.length; to++) {
    const text = segments.slice(at, to).join('/') + (way.slash && to === segments.length ? '/' : '');
    const routes = text === '' ? undefined : take(node.greedy, [text], to);
    if (routes) return routes;
  }
  return undefined;
}
