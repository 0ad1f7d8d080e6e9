import type { Import } from '@mailwright/server';
import { xmlText } from '../../platform/text/xml.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { guessFields } from '../reading/head.ts';
import type { TableRow } from '../reading/table-row.ts';
import type { ContactImport } from './store.ts';

/** Rows whose values are shown. */
const shownRows = 20;
const shownLength = 200;
const separators: Record<string, Import['separator']> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** The document of an import. @param first rows of a file that was not started, for its columns */
export function importDocument(
  stored: ContactImport,
  first: readonly TableRow[],
  customFields: readonly string[],
): Import {
  const { id, name, state, kind, encoding, separator, created_at } = stored;
  return {
    id,
    name,
    state,
    kind,
    ...(encoding !== null && { encoding }),
    ...(separator !== null && { separator: separators[separator] }),
    created: formatSqlDateTime(created_at),
    columns: columnsOf(stored, first, customFields),
    count_rows: stored.rows,
    count_done: stored.rows_done,
    count_new_contacts: stored.created,
    count_existing_contacts: stored.existing,
    count_unsubscribed_contacts: stored.unsubscribed,
    count_duplicates: stored.duplicates,
    count_invalid: stored.invalid,
  };
}

function columnsOf(
  { columns, fields }: ContactImport,
  first: readonly TableRow[],
  customFields: readonly string[],
): Import['columns'] {
  const rows = first.slice(0, shownRows).map(({ cells }) => cells);
  const chosen = fields ?? guessFields(columns, rows, customFields);
  return columns.map((name, index) => ({
    name,
    ...(chosen[index] && { field: chosen[index] }),
    ...(rows.length > 0 && { examples: rows.map((cells) => xmlText(cells[index] ?? '', shownLength)) }),
  }));
}
