import { type ColumnTarget, cellFault, contactOfRow, type SourceRow } from '../../imports/index.ts';
import type { ForeignFormat } from './from/format.ts';

/** An export of another system that is read. */
export interface ForeignFile {
  format: ForeignFormat;
  /** Names of its columns. */
  header: readonly string[];
  customFields: readonly string[];
  /** Name of the file, without its directory. */
  name: string;
  /** Told of values of a row that no field of the account takes, by their names. */
  onLeftOut(names: readonly string[]): void;
}

/** Reads a row of an export as a contact with its consent. */
export function readForeignRow(
  line: number,
  cells: readonly string[],
  targets: readonly (ColumnTarget | undefined)[],
  { format, header, customFields, name, onLeftOut }: ForeignFile,
): SourceRow {
  const fault = cellFault(cells, targets.length);
  if (fault !== undefined) return { line, fault };
  const contact = contactOfRow(cells, targets);
  const judged = format.judge((column) => cells[header.indexOf(column)]?.trim() ?? '', name);
  if (typeof judged === 'string') return { line, fault: judged };
  const { fields = [], unusable = [], ...consent } = judged;
  const known = fields.filter(([field]) => customFields.includes(field));
  const unknown = fields.filter(([field]) => !customFields.includes(field)).map(([field]) => field);
  if (unknown.length + unusable.length > 0) onLeftOut([...unknown, ...unusable]);
  const custom = [...(contact.custom_fields ?? []), ...known.map(([field, value]) => ({ name: field, value }))];
  return { line, contact: { ...contact, ...(custom.length > 0 && { custom_fields: custom }) }, ...consent };
}
