import { builtIns, fill, type Known } from '../preconditions/fill.ts';
import type { Preconditions, Step } from '../preconditions/preconditions.ts';
import { SituationError, type TakeStep } from './steps.ts';

export interface Situations {
  /**
   * Brings situations about, in their order, and tells what they gave.
   * @param fresh made for this once; else one that was made before may do
   * @throws SituationError
   */
  bringAbout(names: readonly string[], fresh: boolean): Promise<Known>;
  /** Makes these anew next time, because something has changed them. */
  forget(names: readonly string[]): void;
  /** Steps to take when all is tried. */
  undoLater(purpose: string, steps: Step[], known: Known): void;
  /** Takes away what was made, the last first, as far as it can be taken away; tells what for the rest was made. */
  undo(): Promise<string[]>;
}

export function createSituations({ situations }: Preconditions, takeStep: TakeStep): Situations {
  // By chance: a service may be tried at two places at the same moment.
  const token = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
  let counter = 0;
  const kept = new Map<string, Promise<Known>>();
  const undoing: { purpose: string; steps: Step[]; known: Known }[] = [];

  async function bringAbout(names: readonly string[], fresh: boolean): Promise<Known> {
    let known: Known = builtIns(new Date(), `${token}${(counter++).toString(36)}`);
    // Of a situation that is named twice the later one counts, so that needs can come back to what was given before.
    const last = names.filter((name, i) => !names.includes(name, i + 1));
    for (const name of last) known = { ...known, ...(await one(name, fresh)) };
    return known;
  }

  function one(name: string, fresh: boolean): Promise<Known> {
    if (fresh && !situations.get(name)!.shared) return make(name);
    const made = kept.get(name) ?? make(name);
    kept.set(name, made);
    return made;
  }

  async function make(name: string): Promise<Known> {
    const { given = [], let: values = {}, steps = [], undo = [] } = situations.get(name)!;
    // Steps may change what they are given, so that it is theirs alone.
    const before = await bringAbout(given, true);
    const own = fill(values, before) as Record<string, unknown>;
    for (const step of steps) {
      const value = await takeStep(name, step, { ...before, ...own });
      if (step.as) own[step.as] = value;
    }
    const { unique: _, ...known } = { ...before, ...own };
    undoLater(name, undo, known);
    return known;
  }

  const undoLater = (purpose: string, steps: Step[], known: Known) => {
    if (steps.length > 0) undoing.unshift({ purpose, steps, known });
  };

  const undo = async () => {
    const left: string[] = [];
    for (const { purpose, steps, known } of undoing.splice(0)) {
      for (const step of steps) {
        await takeStep(`undo ${purpose}`, { ...step, repeat: 1 }, known).catch((error) => {
          if (!(error instanceof SituationError)) throw error;
          left.push(purpose);
        });
      }
    }
    return left;
  };

  const forget = (names: readonly string[]) => {
    for (const name of names) if (!situations.get(name)!.shared) kept.delete(name);
  };

  return { bringAbout, forget, undoLater, undo };
}
