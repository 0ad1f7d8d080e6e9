import { BUILT_IN, keysOfReference } from '../preconditions/fill.ts';
import type { Situation } from '../preconditions/preconditions.ts';
import { X_FRESH, X_VALUE } from './inputs.ts';

/** Ids of one kind, each once, of the characters that Arazzo recommends. */
export class Ids {
  readonly #taken = new Set<string>();

  claim(wanted: string): string {
    const word = wanted.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') || 'id';
    let id = word;
    for (let i = 2; this.#taken.has(id); i++) id = `${word}-${i}`;
    this.#taken.add(id);
    return id;
  }
}

/** What the workflows of situations put out, collected while others refer to it. */
export class Provided {
  readonly #situations;
  readonly #workflows: ReadonlyMap<string, string>;
  /** By situation and name of what it keeps: pointers by the names of outputs. */
  readonly #outputs = new Map<string, Map<string, string>>();
  readonly #ids = new Map<string, Ids>();

  constructor(situations: ReadonlyMap<string, Situation>, ids: Ids) {
    this.#situations = situations;
    this.#workflows = new Map([...situations.keys()].map((name) => [name, ids.claim(name)]));
  }

  /** Returns the workflowId of a situation. */
  workflow(situation: string): string {
    return this.#workflows.get(situation)!;
  }

  /** Returns the outputs of what a situation keeps under a name: names, and JSON Pointers with `#`, empty for the whole answer. */
  outputs(situation: string, as: string): [output: string, pointer: string][] {
    return [...(this.#outputs.get(`${situation} ${as}`) ?? [])];
  }

  /**
   * Returns the expression of a template that is one reference to what a situation keeps, and lets its workflow put it out;
   * undefined if none of the situations, and none before them, keeps it.
   */
  expression(template: string, given: readonly string[]): string | undefined {
    const path = /^\$\{([^}]*)\}$/.exec(template)?.[1];
    const [name, ...keys] = (path === undefined ? undefined : keysOfReference(path)) ?? [];
    const situation = name === undefined ? undefined : this.#keeper(name, given);
    if (situation === undefined) return undefined;
    const isLet = name! in (this.#situations.get(situation)!.let ?? {});
    if (isLet && keys.length > 0) return undefined;
    const output = isLet ? name! : this.#output(situation, name!, keys);
    return `$workflows.${this.workflow(situation)}.outputs.${output}`;
  }

  #output(situation: string, name: string, keys: readonly string[]): string {
    const of = `${situation} ${name}`;
    const outputs = this.#outputs.get(of) ?? new Map<string, string>();
    this.#outputs.set(of, outputs);
    const pointer = pointerOf(keys);
    const known = [...outputs].find(([, each]) => each === pointer);
    if (known) return known[0];
    const ids = this.#ids.get(situation) ?? new Ids();
    this.#ids.set(situation, ids);
    for (const own of Object.keys(this.#situations.get(situation)!.let ?? {})) if (outputs.size === 0) ids.claim(own);
    const output = ids.claim([...keys.filter((key) => !/^\d+$/.test(key))].join('_') || 'answer');
    outputs.set(output, pointer);
    return output;
  }

  /** Returns the situation that keeps something under a name; the last one counts. */
  #keeper(name: string, given: readonly string[]): string | undefined {
    for (const each of given.toReversed()) {
      const { let: values = {}, steps = [], given: before = [] } = this.#situations.get(each) ?? {};
      if (name in values || steps.some(({ as }) => as === name)) return each;
      const found = this.#keeper(name, before);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Inputs of one workflow for the values that are made anew. */
export class Fresh {
  readonly #properties: Record<string, object> = {};
  readonly #ids = new Ids();

  /** Returns the expression of a template that is one reference to a value that needs no situation. */
  expression(template: string): string {
    const path = template.slice(2, -1);
    if (BUILT_IN.includes(path)) {
      this.#properties[path] = { type: path === 'uniqueNumber' || path === 'nowMilliseconds' ? 'integer' : 'string' };
      return `$inputs.${path}`;
    }
    const known = Object.entries(this.#properties).find(
      ([, each]) => (each as Record<string, unknown>)[X_VALUE] === template,
    );
    const name = known?.[0] ?? this.#ids.claim(`value ${path.split(/\W/)[0]}`);
    this.#properties[name] = { type: 'string', [X_VALUE]: template, [X_FRESH]: true };
    return `$inputs.${name}`;
  }

  /** Adds an input that does not come from a template. */
  add(name: string, schema: object): void {
    this.#properties[name] = schema;
  }

  inputs(): { inputs?: object } {
    const names = Object.keys(this.#properties);
    if (names.length === 0) return {};
    return { inputs: { type: 'object', properties: this.#properties, required: names } };
  }
}

/** Returns the JSON Pointer of keys with `#`, empty for the whole value (RFC 6901). */
export const pointerOf = (keys: readonly string[]): string =>
  keys.length === 0 ? '' : `#/${keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
