import type { Import } from '@mailwright/server';
import { xmlText } from '../../platform/text/xml.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { guessFields } from '../reading/head.ts';
import type { TableRow } from '../reading/table-row.ts';
import type { ValueFormat } from '../reading/values/column-values.ts';
import { allFaults } from './error-text.ts';
import type { StoredFault } from './faults.ts';
import type { ChosenTable } from './file-tables.ts';
import type { ContactImport } from './store.ts';

/** Rows whose values are shown. */
const shownRows = 20;
const shownLength = 200;
/** Faults of rows that are shown. */
export const shownFaults = 20;
const separators: Record<string, Import['separator']> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** What is known beside the row of an import. */
interface Shown {
  /** Rows that were not stored or lack values. */
  faults?: readonly StoredFault[];
  /** Of a file that was not started: sheets, what its columns have, and the first rows. */
  uploaded?: Omit<ChosenTable, 'found'> & { first: readonly TableRow[]; customFields: readonly string[] };
}

/** The document of an import. */
export function importDocument(stored: ContactImport, { uploaded, faults }: Shown = {}): Import {
  const { id, name, state, kind, encoding, separator, sheet, created_at } = stored;
  return {
    id,
    name,
    state,
    kind,
    ...(encoding !== null && { encoding }),
    ...(separator !== null && { separator: separators[separator] }),
    ...(sheet !== null && { sheet }),
    ...(uploaded && uploaded.sheets.length > 0 && { sheets: uploaded.sheets }),
    created: formatSqlDateTime(created_at),
    ...(stored.tag !== null && { tag: stored.tag }),
    columns: uploaded ? uploadedColumns(stored.columns, uploaded) : startedColumns(stored),
    count_rows: stored.rows,
    count_done: stored.rows_done,
    count_new_contacts: stored.created,
    count_existing_contacts: stored.existing,
    count_unsubscribed_contacts: stored.unsubscribed,
    count_duplicates: stored.duplicates,
    count_invalid: stored.invalid,
    count_incomplete: stored.incomplete,
    ...(faults && { faults: faults.flatMap((fault) => faultDocuments(stored, fault)).slice(0, shownFaults) }),
  };
}

const startedColumns = ({ columns, fields, formats }: ContactImport): Import['columns'] =>
  columns.map((name, index) => ({
    name,
    ...(fields?.[index] && { field: fields[index] }),
    ...(formats?.[index] && { format: formats[index] as ValueFormat }),
  }));

function uploadedColumns(
  names: readonly string[],
  { first, customFields, values }: NonNullable<Shown['uploaded']>,
): Import['columns'] {
  const rows = first.slice(0, shownRows).map(({ cells }) => cells);
  const fields = guessFields(names, rows, customFields);
  return names.map((name, index) => ({
    name,
    ...(fields[index] && { field: fields[index] }),
    ...(values[index] && {
      type: values[index].type,
      fitting_formats: values[index].formats.map(({ format, example, value }) => ({
        format,
        example: xmlText(example, shownLength),
        ...(value !== undefined && { value }),
      })),
    }),
    ...(rows.length > 0 && { examples: rows.map((cells) => xmlText(cells[index] ?? '', shownLength)) }),
  }));
}

/** Documents of all that is wrong with a row. */
function faultDocuments({ columns, fields }: ContactImport, row: StoredFault): NonNullable<Import['faults']> {
  const cells = JSON.parse(row.cells) as string[];
  return allFaults(row).map(({ field, fault }) => {
    const index = field === null ? -1 : (fields ?? []).indexOf(field);
    return {
      line: row.line,
      ...(index !== -1 && { column: columns[index] }),
      ...(field !== null && { field }),
      ...(index !== -1 && { value: xmlText(cells[index] ?? '', shownLength) }),
      fault,
      is_stored: row.bad_values !== null,
    };
  });
}
