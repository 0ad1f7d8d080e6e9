import { csvLine } from '@mailwright/server-runtime/web';
import type { StoredFault } from './faults.ts';

/** A value that its field does not take, or what is wrong with a row. */
interface Bad {
  field: string | null;
  fault: string;
}

/** Returns all that is wrong with a row. */
export const allFaults = ({ field, fault, bad_values }: StoredFault): Bad[] =>
  bad_values === null ? [{ field, fault }] : (JSON.parse(bad_values) as Bad[]);

/** Writes the rows that were not stored, or not with all values, as a file that can be corrected and imported again. */
export function errorText(columns: readonly string[], faults: readonly StoredFault[]): string {
  const lines = faults.map((row) => {
    const all = allFaults(row);
    const fields = all.flatMap(({ field }) => field ?? []).join(' | ');
    return [row.line, fields, all.map(({ fault }) => fault).join(' | '), ...(JSON.parse(row.cells) as string[])];
  });
  return [['line', 'field', 'fault', ...columns], ...lines].map(csvLine).join('');
}
