import type { SynchronizedContact } from '@mailwright/server';
import { type Permission, parseEmail } from '../../people/index.ts';
import { isXmlText } from '../../platform/text/xml.ts';
import type { ColumnTarget } from './columns.ts';
import { type BadValue, type Mapping, readContact } from './contact.ts';
import type { SourceRow, ValidRow } from './source.ts';
import type { TableRow } from './table-row.ts';

/** Returns why a row cannot be read, or `undefined` if it can. Cells that are missing at its end are empty ones. */
export function rowFault({ cells, fault }: TableRow, columns: number): string | undefined {
  if (fault !== undefined) return fault;
  if (cells.length > columns && cells.slice(columns).some((cell) => cell.trim() !== ''))
    return `has ${cells.length} cells instead of ${columns}`;
  const odd = cells.findIndex((cell) => !isXmlText(cell));
  if (odd >= 0) return `column ${odd + 1} has a control character, or another that XML cannot carry`;
  return undefined;
}

/** Reads a row of a file as a contact; `status` of an export leaves out contacts that have unsubscribed or are blocked. */
export function readRow(row: TableRow, mapping: Mapping): SourceRow {
  const { line, cells } = row;
  const { targets } = mapping;
  const fault = rowFault(row, targets.length);
  if (fault !== undefined) return { line, fault };
  const { contact, tags, bad } = readContact(cells, mapping);
  const cell = (kind: ColumnTarget['kind']) =>
    cells[targets.findIndex((target) => target?.kind === kind)]?.trim() ?? '';
  const status = cell('status');
  if (status === 'unsubscribed') return { line, contact, unsubscribed: true };
  if (status === 'blocked') return { line, fault: 'its status is blocked; remove the status to import it' };
  const permission = cell('permission');
  if (permission !== '' && !/^[1-6]$/.test(permission))
    return { line, fault: `permission must be 1 to 6 but is "${permission.slice(0, 40)}"` };
  const told = {
    ...(permission !== '' && { permission: Number(permission) as Permission }),
    ...(tags.length > 0 && { tags }),
  };
  return withBadValues({ line, contact, ...told }, bad, mapping);
}

/** Returns a row without its bad values, or why it is left out because of the first of them. */
export function withBadValues(
  row: ValidRow & { line: number },
  bad: readonly BadValue[],
  { onBadValue }: Mapping,
): SourceRow {
  const { line, contact } = row;
  const [first] = bad;
  // A row that has no key has that fault, which the service tells.
  if (first === undefined || !hasKey(contact)) return row;
  return onBadValue === 'field' ? { ...row, bad } : { line, contact, ...first };
}

const hasKey = ({ email, external_id }: SynchronizedContact) =>
  email == null ? external_id != null : parseEmail(email) !== undefined;
