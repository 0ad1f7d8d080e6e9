/** Name of a component -> those that it refers to by itself. */
type References = ReadonlyMap<string, readonly string[]>;

/** These components and all that they lead to. */
export function reachable(references: References, names: Iterable<string>): Set<string> {
  const found = new Set(names);
  for (const name of found) for (const next of references.get(name) ?? []) found.add(next);
  return found;
}

/** These components and all that lead to them. */
export function leadingTo(references: References, names: Iterable<string>): Set<string> {
  const referring = new Map<string, string[]>();
  for (const [name, targets] of references)
    for (const target of targets) {
      const known = referring.get(target);
      if (known) known.push(name);
      else referring.set(target, [name]);
    }
  return reachable(referring, names);
}
