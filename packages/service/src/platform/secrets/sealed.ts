declare const sealed: unique symbol;

/** A stored secret. Only `SecretBox` makes and opens values, so that code cannot take one for the secret itself. */
export interface Sealed {
  readonly [sealed]: true;
}

/** A column of secrets. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Column with the account. */
  owner: string;
  /** Column that identifies the row within the account. */
  row: string;
}

/** The row of a value. A value is valid in its own row only. */
export interface SealedPlace {
  account: number;
  row: number;
}

/** Names a value in messages to operators. */
export const describePlace = ({ table, column }: SealedColumn, { account, row }: SealedPlace): string =>
  `${table}.${column} of row ${row} of account ${account}`;
