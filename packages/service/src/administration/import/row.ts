import type { SynchronizedContact } from '@mailwright/server';
import type { Permission } from '../../people/index.ts';
import { isXmlText } from '../../platform/text/xml.ts';
import { type ColumnTarget, contactOfRow } from './columns.ts';
import type { ForeignFormat } from './from/format.ts';
import type { SourceRow } from './source.ts';

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

/** A row of a file as what is to become of it; `status` of an export keeps out whoever has unsubscribed or is blocked. */
export function readRow(
  line: number,
  cells: readonly string[],
  targets: readonly (ColumnTarget | undefined)[],
  foreign?: ForeignFile,
): SourceRow {
  if (cells.length !== targets.length) return { line, fault: `has ${cells.length} cells instead of ${targets.length}` };
  const odd = cells.findIndex((cell) => !isXmlText(cell));
  if (odd >= 0) return { line, fault: `column ${odd + 1} has a control character, or another that XML cannot carry` };
  const contact = contactOfRow(cells, targets);
  if (foreign !== undefined) return foreignRow(line, cells, contact, foreign);
  const cell = (kind: ColumnTarget['kind']) =>
    cells[targets.findIndex((target) => target?.kind === kind)]?.trim() ?? '';
  const status = cell('status');
  if (status === 'unsubscribed') return { line, contact, unsubscribed: true };
  if (status === 'blocked') return { line, fault: 'its status is blocked; remove the status to import it' };
  const permission = cell('permission');
  if (permission === '') return { line, contact };
  if (!/^[1-6]$/.test(permission))
    return { line, fault: `permission must be 1 to 6 but is "${permission.slice(0, 40)}"` };
  return { line, contact, permission: Number(permission) as Permission };
}

function foreignRow(
  line: number,
  cells: readonly string[],
  contact: SynchronizedContact,
  { format, header, customFields, name, onLeftOut }: ForeignFile,
): SourceRow {
  const judged = format.judge((column) => cells[header.indexOf(column)]?.trim() ?? '', name);
  if (typeof judged === 'string') return { line, fault: judged };
  const { fields = [], unusable = [], ...consent } = judged;
  const known = fields.filter(([field]) => customFields.includes(field));
  const unknown = fields.filter(([field]) => !customFields.includes(field)).map(([field]) => field);
  if (unknown.length + unusable.length > 0) onLeftOut([...unknown, ...unusable]);
  const custom = [...(contact.custom_fields ?? []), ...known.map(([field, value]) => ({ name: field, value }))];
  return { line, contact: { ...contact, ...(custom.length > 0 && { custom_fields: custom }) }, ...consent };
}
