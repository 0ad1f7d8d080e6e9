import { type Html, html } from '../../../html.ts';
import type { Composition } from './composition.ts';

/** Versions to which a person can go back, and forth again, the next one first. The addresses of pages have them. */
export interface Trail {
  undo: readonly number[];
  redo: readonly number[];
}

const longest = 20;

const idsOf = (text: string | null): number[] =>
  (text ?? '')
    .split('.')
    .slice(0, longest)
    .flatMap((id) => (/^\d{1,15}$/.test(id) ? [Number(id)] : []));

/** Reads the trail of an address or of a form. */
export const readTrail = (fields: { get(name: string): unknown }): Trail => ({
  undo: idsOf(String(fields.get('undo') ?? '')),
  redo: idsOf(String(fields.get('redo') ?? '')),
});

/** The trail as parameters of an address; none if there is nothing to go back to. */
export const trailFields = ({ undo, redo }: Trail): Record<string, string> => ({
  ...(undo.length > 0 && { undo: undo.slice(0, longest).join('.') }),
  ...(redo.length > 0 && { redo: redo.slice(0, longest).join('.') }),
});

export const trailInputs = (trail: Trail): Html =>
  html`${Object.entries(trailFields(trail)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/**
 * Returns the trail after something was stored: the version that was there before is the next one to go back to, or forth to
 * after an undo.
 */
export async function trailAfter(
  { listVersions }: Pick<Composition, 'listVersions'>,
  { undo, redo }: Trail,
  does: 'undo' | 'redo' | 'change',
): Promise<Trail> {
  const [, before] = await listVersions();
  const left = before === undefined ? [] : [before];
  if (does === 'undo') return { undo: undo.slice(1), redo: [...left, ...redo] };
  return { undo: [...left, ...undo], redo: does === 'redo' ? redo.slice(1) : [] };
}
