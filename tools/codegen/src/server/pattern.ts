/** A pattern as the generated code reads it: Unicode-aware where its syntax allows that. */
export function anyPattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}
