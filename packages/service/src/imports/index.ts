export { importDocument, shownFaults } from './files/document.ts';
export { errorText } from './files/error-text.ts';
export { deleteFaultsOf, listFaults } from './files/faults.ts';
export {
  type ContactImport,
  countImports,
  deleteImport,
  findImport,
  importNames,
  insertImport,
  listImports,
  lockImport,
  readPart,
} from './files/store.ts';
export { readUpload } from './files/upload.ts';
export { ImportFault } from './import-fault.ts';
export { purgeImportsTask } from './purge-task.ts';
export {
  type ColumnTarget,
  chooseColumns,
  chooseNamedColumns,
  parseMapping,
} from './reading/columns.ts';
export { type Mapping, readContact } from './reading/contact.ts';
export { csvRows } from './reading/csv.ts';
export { type Encoding, encodings, type FileKind, fileKind } from './reading/file-kind.ts';
export { chooseFormats, OpenFormatError } from './reading/formats.ts';
export { findHead, searchedRows } from './reading/head.ts';
export { readRow, rowFault, withBadValues } from './reading/row.ts';
export type { SourceRow, SuppressedState, UnstoredRow } from './reading/source.ts';
export type { TableRow } from './reading/table-row.ts';
export { ColumnScan, type ValueFormat } from './reading/values/column-values.ts';
export { type DateFormat, dateFormats } from './reading/values/dates.ts';
export { type NumberFormat, numberFormats } from './reading/values/numbers.ts';
export { workbookFileRows } from './reading/workbook.ts';
export { importJob } from './run/import-job.ts';
export {
  countUnstored,
  invalidRows,
  isDuplicate,
  keyOf,
  type SharedOfRows,
  type StoredCounts,
  settleRows,
} from './run/settle.ts';
export { requireTable, startImport } from './run/start.ts';
export { type FileTags, storeContacts } from './run/store-contacts.ts';
