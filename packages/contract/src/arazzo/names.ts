import { BUILT_IN } from '../preconditions/fill.ts';

/** Names that preconditions give a meaning of their own. */
const RESERVED = [...BUILT_IN, 'each', 'answer', 'sent'];

/** Names for what workflows keep: those of Arazzo belong to one workflow, those of preconditions to all that come together. */
export class Names {
  readonly #taken = new Map<string, string>();

  /**
   * Returns a name for a value of a workflow: the wanted one, or if another workflow has it, one with the workflow before it.
   * @param exact the document was written by the kit, whose names may be the same on purpose
   */
  claim(wanted: string, workflow: string, exact: boolean): string {
    const word = toWord(wanted);
    if (exact) return word;
    const isFree = (name: string) => !RESERVED.includes(name) && !this.#taken.has(name);
    let name = isFree(word) ? word : toWord(`${workflow}_${wanted}`);
    for (let i = 2; !isFree(name); i++) name = `${toWord(`${workflow}_${wanted}`)}_${i}`;
    this.#taken.set(name, workflow);
    return name;
  }
}

const toWord = (text: string) => text.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_');
