/** A row of a table, and the line where it stands. */
export interface TableRow {
  line: number;
  cells: string[];
}
