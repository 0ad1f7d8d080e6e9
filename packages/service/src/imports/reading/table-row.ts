/** A row of a table, and the line where it stands. */
export interface TableRow {
  line: number;
  cells: string[];
  /** Why the cells cannot be told apart, in words; then they are those of the line where the fault is. */
  fault?: string;
}
