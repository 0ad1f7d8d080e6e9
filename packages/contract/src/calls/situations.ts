import type { Inventor } from '../ownership/invent.ts';
import type { Journal } from '../ownership/journal.ts';
import type { Left } from '../ownership/left.ts';
import { builtIns, fill, INVENTED, type Known } from '../preconditions/fill.ts';
import type { Preconditions, Undo } from '../preconditions/preconditions.ts';
import type { Steps } from './steps.ts';

export interface Situations {
  /**
   * Brings situations about, in their order, and tells what they gave.
   * @param fresh made for this once; else one that was made before may do
   * @throws SituationError
   */
  bringAbout(names: readonly string[], fresh: boolean): Promise<Known>;
  /** Makes these anew next time, because something has changed them. */
  forget(names: readonly string[]): void;
  /** Schedules deletions for the end of the run. */
  undoLater(purpose: string, undo: Undo[], known: Known): void;
  /** Takes away what was made, the last first, as far as it can be taken away, and tells what is left. */
  undo(): Promise<Left[]>;
}

export function createSituations(
  { situations }: Preconditions,
  { take, takeAway }: Steps,
  { invent }: Pick<Inventor, 'invent'>,
  journal?: Pick<Journal, 'undoable'>,
): Situations {
  const kept = new Map<string, Promise<Known>>();
  const made: { purpose: string; undo: Undo[]; known: Known }[] = [];

  async function bringAbout(names: readonly string[], fresh: boolean): Promise<Known> {
    let known: Known = builtIns(new Date(), invent());
    // Of a situation that is named twice the later one counts, so that needs can come back to what was given before.
    const last = names.filter((name, i) => !names.includes(name, i + 1) && !isGivenLater(name, names.slice(i + 1)));
    for (const name of last) known = { ...known, ...(await one(name, fresh)) };
    return known;
  }

  /** Reports whether a guessed situation comes with one that follows it. */
  function isGivenLater(name: string, others: readonly string[]): boolean {
    return situations.get(name)?.guessed === true && others.some((other) => leadsTo(other, name));
  }

  function leadsTo(from: string, name: string): boolean {
    return (situations.get(from)?.given ?? []).some((each) => each === name || leadsTo(each, name));
  }

  function one(name: string, fresh: boolean): Promise<Known> {
    if (fresh && !situations.get(name)!.shared) return make(name);
    const being = kept.get(name) ?? make(name);
    kept.set(name, being);
    return being;
  }

  async function make(name: string): Promise<Known> {
    const { given = [], let: values = {}, steps = [], undo = [], guessed } = situations.get(name)!;
    // Steps may change what they are given, so that it is theirs alone.
    const before = await bringAbout(given, true);
    const own = fill(values, before) as Record<string, unknown>;
    try {
      for (const step of steps) {
        const value = await take(name, step, { ...before, ...own }, guessed);
        if (step.as) own[step.as] = value;
      }
    } finally {
      // A step that fails leaves what those before it have made.
      undoLater(name, undo, { ...before, ...own });
    }
    return Object.fromEntries(Object.entries({ ...before, ...own }).filter(([key]) => !INVENTED.includes(key)));
  }

  const undoLater = (purpose: string, undo: Undo[], known: Known) => {
    if (undo.length === 0) return;
    made.unshift({ purpose, undo, known });
    journal?.undoable(purpose, undo, known);
  };

  const undo = async () => {
    let rest = made.splice(0);
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const left: Left[] = [];
      const again: typeof rest = [];
      for (const each of rest) {
        const count = left.length;
        for (const step of each.undo) left.push(...(await takeAway(each.purpose, step, each.known)));
        if (left.length > count) again.push(each);
      }
      // What something else stood in the way of may go now.
      if (left.length === 0 || left.length >= before) return eachOnce(left);
      before = left.length;
      rest = again;
    }
  };

  const forget = (names: readonly string[]) => {
    for (const name of names) if (!situations.get(name)!.shared) kept.delete(name);
  };

  return { bringAbout, forget, undoLater, undo };
}

/** A thing may have been changed by one step and deleted by another: what is left of it is listed once. */
const eachOnce = (left: readonly Left[]): Left[] => [
  ...new Map(left.map((one) => [`${one.kind} ${one.name}`, one])).values(),
];
