import type { RowFault } from '../administration/import/error-file.ts';
import type { ImportState } from '../administration/import/state.ts';
import { isDuplicate } from '../imports/index.ts';
import { printable } from './printable.ts';
import { styled } from './styled.ts';

export const count = (n: number) => n.toLocaleString('en');

/** One sentence with the counts of an import. */
export function resultLine(path: string, state: ImportState & { complete: boolean }, dryRun: boolean): string {
  const { rows, created, existing, unsubscribed, suppressed, duplicates, invalid, incomplete, complete } = state;
  const kept = `${count(suppressed.unsubscribed)} taken over as unsubscribed, ${count(suppressed.blocked)} addresses as blocked, `;
  const takenOver = suppressed.unsubscribed + suppressed.blocked > 0 ? kept : '';
  const done = dryRun ? 'Would import' : complete ? 'Imported' : 'Stopped in';
  return `${done} ${path}: ${counted(rows, 'row')}, ${count(created)} new, ${count(existing)} existing, ${count(unsubscribed)} unsubscribed and skipped, ${takenOver}${counted(duplicates, 'duplicate')}, ${count(invalid)} with errors${incomplete > 0 ? `, ${count(incomplete)} stored without some values` : ''}.`;
}

const counted = (amount: number, thing: string) => `${count(amount)} ${thing}${amount === 1 ? '' : 's'}`;

/** The fault of a row without its values. */
export function faultKind(fault: RowFault): string {
  const [, , , field, words] = fault.cells;
  if (isDuplicate(fault)) return `duplicates: ${words}`;
  return [field && `${field}:`, words].filter(Boolean).join(' ');
}

/**
 * Lines on rows that were not stored: the first ones, then how many there are of each kind, and the list.
 * @param kinds number of rows by kind of fault
 */
export function faultLines(
  { duplicates, invalid, incomplete, errorFile }: ImportState,
  shown: readonly RowFault[],
  kinds: ReadonlyMap<string, number>,
): string[] {
  const faults = duplicates + invalid + incomplete;
  if (errorFile === undefined || faults === 0) return [];
  const first = shown.map(({ line, cells: [email, externalId, , field, words] }) => {
    const fault = [email || externalId, field && `${field}:`, words].filter(Boolean).join(' ');
    return `  line ${line}: ${fault}`;
  });
  const totals = Array.from(kinds)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, rows]) => `  ${counted(rows, 'row')}: ${kind}`);
  const which = incomplete > 0 ? 'were not imported, or not with all values,' : 'were not imported';
  const listed = `${faults > shown.length ? 'All rows' : 'Rows'} that ${which} are listed in ${errorFile}.`;
  return [...first, ...(faults > shown.length ? totals : []), styled(process.stderr, 'yellow', listed)];
}

/** Names that are counted; a file may have another one in each row. */
const maxNames = 1000;

/** Counts contacts by the names of values that no field takes. */
export function countNames(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of new Set(names)) {
    if (counts.has(name) || counts.size < maxNames) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** Names that the screen shows. */
const shownNames = 10;

/** Lines on attributes and tags of another system that were not imported, and what to do about it. */
export function leftOutLines(leftOut: ReadonlyMap<string, number>): string[] {
  if (leftOut.size === 0) return [];
  const names = [...leftOut].sort(([, a], [, b]) => b - a);
  const shown = names
    .slice(0, shownNames)
    .map(([name, contacts]) => `${printable(name)} (${count(contacts)} ${contacts === 1 ? 'contact' : 'contacts'})`);
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : '';
  return [
    `Left out, because the account has no field of the name: ${shown.join(', ')}${more}.`,
    'To keep them, create the fields with "mailwright api contacts create-custom-field <name> --type <type>" and import again.',
  ];
}
