import type { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Compiles each of these schemas by itself. Ajv compiles a schema within the one that refers to it, so a chain of two hundred
 * takes more stack than there is; it refers to one that is under way by a wrapper, which all of them are here until their turn.
 */
export function compileApart(ajv: Ajv2020, keys: readonly string[]): void {
  const environments = keys.map((key) => ajv.schemas[key]!);
  for (const each of environments) ajv._compilations.add(each);
  for (const [at, key] of keys.entries()) {
    ajv._compilations.delete(environments[at]!);
    ajv.getSchema(key);
  }
}

/** Returns how many schemas are below each other when each is entered from the first that refers to it, as Ajv does. */
export function depthOf(names: readonly string[], referred: (name: string) => readonly string[]): number {
  const entered = new Set<string>();
  let deepest = 0;
  for (const start of names) {
    if (entered.has(start)) continue;
    entered.add(start);
    const stack = [referred(start)[Symbol.iterator]()];
    while (stack.length > 0) {
      deepest = Math.max(deepest, stack.length);
      const { value: next } = stack.at(-1)!.next();
      if (next === undefined) stack.pop();
      else if (!entered.has(next)) {
        entered.add(next);
        stack.push(referred(next)[Symbol.iterator]());
      }
    }
  }
  return deepest;
}
