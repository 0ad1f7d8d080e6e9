import { type Expression, type SqlBool, sql } from 'kysely';
import { foldText } from './fold.ts';

export type StringOperator = 'contains' | 'equals' | 'starts_with' | 'ends_with';

/** The text as a LIKE pattern that matches only itself; escape character is the backslash. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** LIKE pattern of an operator. */
export function likePattern(operator: StringOperator, text: string): string {
  const literal = escapeLike(text);
  switch (operator) {
    case 'equals':
      return literal;
    case 'starts_with':
      return `${literal}%`;
    case 'ends_with':
      return `%${literal}`;
    case 'contains':
      return `%${literal}%`;
  }
}

/** Compares a column of folded texts (fold.ts) with a text; upper and lower case are the same. */
export function matchesFolded(column: string, operator: StringOperator, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${likePattern(operator, foldText(text))} escape '\\'`;
}
