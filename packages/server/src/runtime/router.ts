/** A way to an operation: its own path or an alias. */
export interface Route<Target> {
  target: Target;
  /** Names of the path parameters, in the order of the path. */
  names: readonly string[];
}

export type Match<Target> =
  | { found: 'route'; route: Route<Target>; values: string[] }
  | { found: 'path'; allow: string[] }
  | { found: 'nothing' }
  | { found: 'bad encoding'; segment: string };

interface Node<Target> {
  fixed: Map<string, Node<Target>>;
  /** Segments that mix text and parameters, such as `{name}.xml`. */
  mixed: { source: string; pattern: RegExp; node: Node<Target> }[];
  parameter: Node<Target> | undefined;
  methods: Map<string, Route<Target>>;
}

const newNode = <Target>(): Node<Target> => ({ fixed: new Map(), mixed: [], parameter: undefined, methods: new Map() });

/**
 * Finds operations by method and path. Paths are compared segment by segment in exact case, fixed segments win over
 * parameters, one trailing slash is allowed. Values come percent-decoded.
 */
export class Router<Target> {
  readonly #root = newNode<Target>();

  /** @throws Error when method and path are taken: the description contradicts itself. */
  add(method: string, path: string, target: Target): void {
    const names: string[] = [];
    let node = this.#root;
    const segments = path.split('/').slice(1);
    if (segments.length > 1 && segments.at(-1) === '') segments.pop();
    for (const segment of segments) {
      node = child(node, segment);
      for (const match of segment.matchAll(/\{([^}]+)\}/g)) names.push(match[1] as string);
    }
    if (node.methods.has(method)) throw new Error(`Two operations for ${method} ${path}`);
    node.methods.set(method, { target, names });
  }

  find(method: string, path: string): Match<Target> {
    const segments = path.split('/');
    if (segments[0] !== '' || segments.length < 2) return { found: 'nothing' };
    segments.shift();
    if (segments.length > 1 && segments.at(-1) === '') segments.pop();
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
    const route = walk(this.#root, segments, 0, method, values, allow);
    if (route) return { found: 'route', route, values };
    return allow.size > 0 ? { found: 'path', allow: [...allow].sort() } : { found: 'nothing' };
  }
}

function child<Target>(node: Node<Target>, segment: string): Node<Target> {
  if (/^\{[^}]+\}$/.test(segment)) {
    node.parameter ??= newNode();
    return node.parameter;
  }
  if (segment.includes('{')) {
    const source = segment
      .split(/\{[^}]+\}/)
      .map((text) => text.replace(/[\\^$.*+?()[\]|{}]/g, '\\$&'))
      .join('(.+?)');
    const known = node.mixed.find((each) => each.source === source);
    if (known) return known.node;
    const added = { source, pattern: new RegExp(`^${source}$`, 's'), node: newNode<Target>() };
    node.mixed.push(added);
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

/** Paths of descriptions may be percent-encoded or not. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Depth first, fixed before mixed before parameter; `values` holds the way taken, `allow` the methods seen at dead ends. */
function walk<Target>(
  node: Node<Target>,
  segments: readonly string[],
  at: number,
  method: string,
  values: string[],
  allow: Set<string>,
): Route<Target> | undefined {
  if (at === segments.length) {
    const route = node.methods.get(method);
    if (!route) for (const other of node.methods.keys()) allow.add(other);
    return route;
  }
  const segment = segments[at] as string;
  const fixed = node.fixed.get(segment);
  if (fixed) {
    const route = walk(fixed, segments, at + 1, method, values, allow);
    if (route) return route;
  }
  const before = values.length;
  for (const { pattern, node: next } of node.mixed) {
    const match = pattern.exec(segment);
    if (!match) continue;
    values.push(...match.slice(1));
    const route = walk(next, segments, at + 1, method, values, allow);
    if (route) return route;
    values.length = before;
  }
  if (node.parameter && segment !== '') {
    values.push(segment);
    const route = walk(node.parameter, segments, at + 1, method, values, allow);
    if (route) return route;
    values.length = before;
  }
  return undefined;
}
