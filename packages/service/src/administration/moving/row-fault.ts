/** What a database says of a row that it does not store (pg-protocol). */
interface Failure {
  code?: string;
  column?: string;
  constraint?: string;
  detail?: string;
  cause?: Failure;
}

/** Returns what is wrong with a row of a file, or `undefined` if the database has failed for another reason. */
export function describeRowFault(table: string, error: unknown): string | undefined {
  const { code = '', column, constraint, detail = '' } = failureIn(error as Failure);
  const keys = /^Key \(([^)]*)\)/.exec(detail)?.[1];
  switch (code) {
    case '23502':
      return `a row of ${table} has no ${column}`;
    case '23503':
      return `a row of ${table} names a row of ${/ table "(\w+)"/.exec(detail)?.[1] ?? 'another table'} that does not exist`;
    case '23505':
      return `a row of ${table} has the same ${keys ?? constraint} as another one, in the file or here`;
    case '23514':
      return `a row of ${table} has values that are not allowed together or at all (rule ${constraint})`;
    default:
      // Class 22: data exceptions.
      return code.startsWith('22') ? `a row of ${table} has a value that its column cannot hold` : undefined;
  }
}

const failureIn = (error: Failure): Failure =>
  error.code === undefined && error.cause !== undefined ? failureIn(error.cause) : error;
