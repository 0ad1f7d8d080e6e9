import type { SynchronizedContact } from '@mailwright/server';
import { type KnownBy, parseEmail, type SyncResult } from '../../people/index.ts';
import { duplicateCode, faultWords } from '../reading/describe-fault.ts';
import type { SourceRow, SuppressedState, UnstoredRow, ValidRow } from '../reading/source.ts';

/** Result of storing contacts; `index` counts them from 0. */
export interface StoredCounts {
  created: number;
  existing: number;
  unsubscribed: number;
  invalid: { index: number; code: number; field: string }[];
}

/** What rows that are stored at once have in common, and their tags. */
export interface SharedOfRows extends Pick<ValidRow, 'permission' | 'suppression'> {
  /** Of each contact; absent if none has any. */
  tags?: (readonly string[])[];
}

interface Settled {
  /** Rows that were not stored, and those that were stored without some values. */
  unstored: UnstoredRow[];
  /** Keys of the contacts that were stored. */
  keys: string[];
}

/**
 * Stores rows of a file, those with the same permission or suppression at once.
 * @param stored keys of earlier rows: the service finds repeated keys in one call only, and would let the last one win
 * @param onCounts told of the result of each call
 */
export async function settleRows<Counts extends StoredCounts>(
  rows: readonly SourceRow[],
  stored: ReadonlySet<string>,
  knownBy: KnownBy,
  store: (contacts: SynchronizedContact[], of: SharedOfRows) => Promise<Counts>,
  onCounts: (counts: Counts, suppression: SuppressedState | undefined, contacts: number) => void,
): Promise<Settled> {
  const unstored: UnstoredRow[] = [];
  const keys: string[] = [];
  const refuse = (line: number, contact: SynchronizedContact, code: number, field: string) =>
    unstored.push({ line, contact, code, field, fault: faultWords(code) });
  const wanted: (ValidRow & { line: number })[] = [];
  for (const row of rows) {
    if ('fault' in row) unstored.push(row);
    else if (row.unsubscribed) continue;
    else if (stored.has(keyOf(row.contact, knownBy)))
      refuse(row.line, row.contact, duplicateCode[knownBy], knownBy === 'external id' ? 'external_id' : 'email');
    else wanted.push(row);
  }
  for (const group of Map.groupBy(wanted, ({ permission, suppression }) => suppression ?? permission).values()) {
    const { permission, suppression } = group[0]!;
    const contacts = group.map(({ contact }) => contact);
    const counts = await store(contacts, {
      ...(permission && { permission }),
      ...(suppression && { suppression }),
      ...(group.some(({ tags }) => tags) && { tags: group.map(({ tags = [] }) => tags) }),
    });
    for (const { index, code, field } of counts.invalid) refuse(group[index]!.line, contacts[index]!, code, field);
    const refused = new Set(counts.invalid.map(({ index }) => index));
    const settled = group.filter((_, index) => !refused.has(index));
    keys.push(...settled.map(({ contact }) => keyOf(contact, knownBy)));
    for (const { line, contact, bad } of settled) if (bad?.[0]) unstored.push({ line, contact, ...bad[0], bad });
    onCounts(counts, suppression, group.length - counts.invalid.length);
  }
  return { unstored: unstored.sort((one, other) => one.line - other.line), keys };
}

/** Returns the places and faults of the contacts that a synchronization has rejected. */
export function invalidRows(
  contacts: readonly SynchronizedContact[],
  invalid: SyncResult['invalid'],
): StoredCounts['invalid'] {
  const indexes = new Map(contacts.map((contact, index) => [contact, index]));
  return invalid.map(({ contact, fault }) => ({
    index: indexes.get(contact)!,
    code: fault.code,
    field: fault.error_field,
  }));
}

/** Returns what a contact is recognized by in a file. */
export function keyOf({ email, external_id }: SynchronizedContact, knownBy: KnownBy): string {
  if (knownBy === 'external id') return external_id ?? '';
  return parseEmail(email ?? '')?.folded ?? '';
}

/** Counts rows that were not stored as they are, by what became of them. */
export function countUnstored(rows: readonly Pick<UnstoredRow, 'code' | 'bad'>[]) {
  const incomplete = rows.filter(({ bad }) => bad !== undefined).length;
  const duplicates = rows.filter(isDuplicate).length;
  return { incomplete, duplicates, invalid: rows.length - incomplete - duplicates };
}

/** Reports whether a row was left out because an earlier one has its key. */
export const isDuplicate = ({ code }: { code?: number }): boolean =>
  code !== undefined && Object.values(duplicateCode).includes(code);
