/** Removes a control from the sources, so that a test of its row must fail. */
export interface Removal {
  /** Requirements of the row in docs/security/requirements.md, as written there. */
  row: string;
  /** Path relative to the repository. */
  file: string;
  /** Text of the control; stands in the file exactly once. */
  control: string;
  /** Text in its place. */
  without: string;
}

/** Replaces the control in the text of a file. @throws Error unless it stands there exactly once */
export function removeControl({ row, file, control, without }: Removal, text: string): string {
  const [before, after, ...more] = text.split(control);
  if (after === undefined) throw new Error(`${row}: ${file} no longer contains the control ${JSON.stringify(control)}`);
  if (more.length > 0)
    throw new Error(`${row}: ${file} contains the control ${JSON.stringify(control)} more than once`);
  return before + without + after;
}
