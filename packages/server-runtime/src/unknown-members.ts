/** Known members of JSON bodies, by names of schemas. */
export type Shapes = readonly (readonly [name: string, shape: Shape])[];

/** A name of `Shapes`, or the shape itself. Several hold for one value together: what one knows is known. */
type Use = string | Shape;

/** Members that a value may have. Without `members`, objects are not checked. */
export interface Shape {
  members?: readonly (readonly [name: string, uses: readonly Use[]])[];
  /** Members of any name are welcome. */
  open?: boolean;
  items?: readonly Use[];
}

/** A member that its object is not known to have. */
export interface UnknownMember {
  name: string;
  /** JSON Pointer (RFC 6901), `/rules/0/feild`. */
  path: string;
  /** Path in which all items of a list share one step, so that a fault is reported once. */
  key: string;
  known: Iterable<string>;
}

/** Members that several schemas of one value know together. */
interface Known {
  members: ReadonlyMap<string, readonly Use[]>;
  open: boolean;
  items: readonly Use[];
}

/** Position of a value in its document. */
interface Place {
  above: Place | undefined;
  step: string | number;
}

/** Reports members of a value that the named shape does not have. */
export type FindUnknownMembers = (value: unknown, shape: string, onUnknown: (member: UnknownMember) => void) => void;

export function unknownMembers(shapes: Shapes): FindUnknownMembers {
  const byName = new Map(shapes);
  const merged = new Map<readonly Use[], Known>();
  const knownOf = (uses: readonly Use[]): Known => {
    const found = merged.get(uses);
    if (found) return found;
    const all = uses.map((use) => (typeof use === 'string' ? (byName.get(use) ?? {}) : use));
    const members = new Map<string, readonly Use[]>();
    for (const [name, each] of all.flatMap((shape) => shape.members ?? []))
      members.set(name, [...(members.get(name) ?? []), ...each]);
    const open = members.size === 0 || all.some((shape) => shape.open);
    const known = { members, open, items: all.flatMap(({ items = [] }) => items) };
    merged.set(uses, known);
    return known;
  };
  const roots = new Map(shapes.map(([name]) => [name, [name]]));
  return (value, shape, onUnknown) => {
    // Most of a long body is scalars: nothing is made for them.
    const visit = (each: object, uses: readonly Use[], place: Place | undefined): void => {
      const { members, open, items } = knownOf(uses);
      const below = (child: unknown, of: readonly Use[], step: string | number) => {
        if (typeof child === 'object' && child !== null && of.length > 0) visit(child, of, { above: place, step });
      };
      if (Array.isArray(each)) {
        if (items.length > 0) for (let i = 0; i < each.length; i++) below(each[i], items, i);
        return;
      }
      if (members.size === 0) return;
      for (const name of Object.keys(each)) {
        const of = members.get(name);
        if (of) below((each as Record<string, unknown>)[name], of, name);
        else if (!open) {
          const step: Place = { above: place, step: name };
          onUnknown({ name, path: pointer(step), key: pointer(step, true), known: members.keys() });
        }
      }
    };
    const root = roots.get(shape);
    if (root && typeof value === 'object' && value !== null) visit(value, root, undefined);
  };
}

/** @param alike whether all items of a list have one */
function pointer(place: Place | undefined, alike = false): string {
  if (place === undefined) return '';
  const { above, step } = place;
  const own = typeof step === 'number' && alike ? '*' : String(step).replaceAll('~', '~0').replaceAll('/', '~1');
  return `${pointer(above, alike)}/${own}`;
}
