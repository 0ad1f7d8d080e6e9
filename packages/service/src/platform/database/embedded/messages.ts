/** What the main thread and the database worker say to each other. All values travel in PostgreSQL's text format. */
export type Request =
  | { id: number; kind: 'query'; sql: string; parameters: (string | null)[] }
  | { id: number; kind: 'close' };

export type Reply =
  | { kind: 'ready' }
  | { id: number; kind: 'result'; result: TextResult }
  | { id: number; kind: 'error'; error: DatabaseErrorFields }
  | { id: number; kind: 'closed' };

export interface TextResult {
  command: string;
  rowCount: number;
  fields: { name: string; dataTypeID: number }[];
  rows: (string | null)[][];
}

export interface WorkerData {
  /** PostgreSQL's own data directory. */
  directory: string;
}

/** The fields of a PostgreSQL error that code may ask for (protocol documentation, "Error and Notice Message Fields"). */
const fieldNames = [
  'severity',
  'code',
  'detail',
  'hint',
  'position',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
] as const;

export type DatabaseErrorFields = { message: string } & { [name in (typeof fieldNames)[number]]?: string };

/** The fields of an error that ended one statement and nothing more; undefined for every other error. */
export function statementError(error: unknown): DatabaseErrorFields | undefined {
  if (!(error instanceof Error)) return undefined;
  const given = error as unknown as DatabaseErrorFields;
  if (given.severity !== 'ERROR' || given.code === undefined) return undefined;
  const fields: DatabaseErrorFields = { message: error.message };
  for (const name of fieldNames) if (typeof given[name] === 'string') fields[name] = given[name];
  return fields;
}
