import type { Permission } from '../../people/index.ts';
import { isXmlText } from '../../platform/text/xml.ts';
import { type ColumnTarget, contactOfRow } from './columns.ts';
import type { SourceRow } from './source.ts';

type Targets = readonly (ColumnTarget | undefined)[];

/** Returns why the cells of a row cannot be read, or `undefined` if they can. */
export function cellFault(cells: readonly string[], columns: number): string | undefined {
  if (cells.length !== columns) return `has ${cells.length} cells instead of ${columns}`;
  const odd = cells.findIndex((cell) => !isXmlText(cell));
  if (odd >= 0) return `column ${odd + 1} has a control character, or another that XML cannot carry`;
  return undefined;
}

/** Reads a row of a file as a contact; `status` of an export leaves out contacts that have unsubscribed or are blocked. */
export function readRow(line: number, cells: readonly string[], targets: Targets): SourceRow {
  const fault = cellFault(cells, targets.length);
  if (fault !== undefined) return { line, fault };
  const contact = contactOfRow(cells, targets);
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
