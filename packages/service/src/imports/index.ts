export { importDocument } from './files/document.ts';
export { errorText } from './files/error-text.ts';
export { deleteFaultsOf, listFaults } from './files/faults.ts';
export {
  type ContactImport,
  countImports,
  deleteImport,
  findImport,
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
  contactOfRow,
  parseMapping,
} from './reading/columns.ts';
export { csvRows } from './reading/csv.ts';
export { type Encoding, encodings, type FileKind, fileKind } from './reading/file-kind.ts';
export { cellFault, readRow } from './reading/row.ts';
export type { SourceRow, SuppressedState, UnstoredRow, ValidRow } from './reading/source.ts';
export type { TableRow } from './reading/table-row.ts';
export { workbookFileRows } from './reading/workbook.ts';
export { importJob } from './run/import-job.ts';
export {
  invalidRows,
  isDuplicate,
  keyOf,
  type StoredCounts,
  settleRows,
} from './run/settle.ts';
export { startImport } from './run/start.ts';
