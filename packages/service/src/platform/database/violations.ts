/** Codes of PostgreSQL for rows that contradict others: a value that must be unique, a row that must be there. */
const violations = ['23505', '23503'];

/** Reports whether a statement failed because of this constraint or unique index. The transaction is lost then. */
export function violates(error: unknown, constraint: string): boolean {
  const failure = error as { code?: string; constraint?: string };
  return isViolation(failure) && failure.constraint === constraint;
}

/** Reports whether a statement failed because another row has the value, or lacks. */
export function isViolation({ code = '' }: { code?: string }): boolean {
  return violations.includes(code);
}
