/** A statement in a few words, for the name of its span: `SELECT contact`. Values are not part of it. */
export function summarizeStatement(sql: string): string {
  const [operation = ''] = /^\s*\w+/.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql) ?? [];
  return [operation.trim().toUpperCase(), table].filter(Boolean).join(' ');
}
