/** One fault of a description: where it is, and what is wrong there. */
export interface Problem {
  /** JSON pointer as a URI fragment, `#/paths/~1mailings/get`; into the bundled document unless `file` is given. */
  pointer: string;
  message: string;
  /** Path of the file that `pointer` points into. */
  file?: string;
}

/** Told what was understood in another way than it is written. */
export type Note = (note: Problem) => void;

/** The description is broken: it cannot be read, breaks a rule of OpenAPI, or names collide. */
export class DescriptionError extends Error {
  override name = 'DescriptionError';
  problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

/** The description is right, but uses something that no correct code can be generated for. */
export class UnsupportedError extends DescriptionError {
  override name = 'UnsupportedError';
}

/** A value that OpenAPI gives no form in a parameter. */
export class FormlessError extends UnsupportedError {
  override name = 'FormlessError';
}

/** `openapi.yaml#/paths: missing`; of a file as a whole, its name alone says where. */
export function formatProblem({ file, pointer, message }: Problem): string {
  const place = file !== undefined && pointer === '#' ? file : `${file ?? ''}${pointer}`;
  return `${place}: ${message}`;
}
