import { type PlanSet, unsupported } from '@mailwright/xml-codec/plan';

/** TypeScript identifiers of plans; a name that would be altered onto another one is refused. */
export class Identifiers {
  readonly #byName = new Map<string, string>();
  readonly #taken = new Map<string, string>();

  constructor(plans: PlanSet) {
    for (const { name, pointer } of plans.values()) {
      const identifier = identifierOf(name);
      const other = this.#taken.get(identifier.toLowerCase());
      if (other !== undefined) unsupported(pointer, `${name} and ${other} would share the file ${identifier}.ts`);
      this.#taken.set(identifier.toLowerCase(), name);
      this.#byName.set(name, identifier);
    }
  }

  /** A name for a function of one module: what is asked for, or that with a number when it is taken. */
  fresh(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.#taken.has(name.toLowerCase()); i++) name = `${wanted}_${i}`;
    this.#taken.set(name.toLowerCase(), name);
    return name;
  }

  of(plan: string): string {
    return this.#byName.get(plan)!;
  }
}

export function identifierOf(name: string): string {
  const identifier = name.replace(/[^A-Za-z0-9_]/g, '_');
  return /^\d/.test(identifier) ? `_${identifier}` : identifier;
}

/** `.name`, or `["a name"]`. */
export function member(object: string, key: string): string {
  return isIdentifier(key) ? `${object}.${key}` : `${object}[${quote(key)}]`;
}

export function propertyKey(key: string): string {
  return isIdentifier(key) ? key : quote(key);
}

/** Single-quoted literal. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function isIdentifier(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}
