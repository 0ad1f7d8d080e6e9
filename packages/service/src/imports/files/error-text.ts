import { csvLine } from '@mailwright/server-runtime/web';

interface Fault {
  line: number;
  field: string | null;
  fault: string;
  /** JSON of the cells. */
  cells: string;
}

/** Writes the rows that were not stored as a file that can be corrected and imported again. */
export function errorText(columns: readonly string[], faults: readonly Fault[]): string {
  const lines = faults.map(({ line, field, fault, cells }) => [line, field, fault, ...(JSON.parse(cells) as string[])]);
  return [['line', 'field', 'fault', ...columns], ...lines].map(csvLine).join('');
}
