import type { Selectable } from 'kysely';
import type { AutomationStartTable } from '../tables.ts';

export type Note = Pick<Selectable<AutomationStartTable>, 'id' | 'program_id' | 'contact_id' | 'leaves'>;

/**
 * Returns which contacts leave a program and which begin it by notes of the program. A contact leaves if any note says so, and begins
 * if the last one does: who leaves and begins goes through it anew.
 */
export function settleNotes(notes: readonly Note[]): { leaving: number[]; beginning: number[] } {
  const leaving = new Set<number>();
  const last = new Map<number, Note>();
  for (const note of notes.toSorted((one, other) => one.id - other.id)) {
    if (note.leaves) leaving.add(note.contact_id);
    last.set(note.contact_id, note);
  }
  return {
    leaving: [...leaving],
    beginning: [...last.values()].filter((note) => !note.leaves).map((note) => note.contact_id),
  };
}
