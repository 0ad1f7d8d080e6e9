import { quote } from './identifiers.ts';

/** A piece of text that generated code puts together: known now, computed then, or one of two. */
export type Term = { literal: string } | { expression: string } | { when: string; yes: Term[]; no: Term[] };

export function literal(text: string): Term {
  return { literal: text };
}

export function computed(expression: string): Term {
  return { expression };
}

/** The sum of terms as TypeScript. */
export function sum(terms: readonly Term[]): string {
  return merged(terms).map(render).join(' + ') || "''";
}

/** Whether the terms are known now, so that computing them cannot fail. */
export function areLiteral(terms: readonly Term[]): boolean {
  return terms.every((term) => 'literal' in term);
}

/**
 * Joins neighbouring literals, and moves a literal beside a choice into both its arms: the fewer pieces, the faster
 * the generated code.
 */
function merged(terms: readonly Term[]): Term[] {
  const result: Term[] = [];
  let pending: Term[] = [];
  for (const term of terms) {
    if ('literal' in term) {
      const text = pending.map((piece) => ('literal' in piece ? piece.literal : '')).join('') + term.literal;
      pending = text === '' ? [] : [literal(text)];
      continue;
    }
    if ('when' in term) result.push({ when: term.when, yes: [...pending, ...term.yes], no: [...pending, ...term.no] });
    else result.push(...pending, term);
    pending = [];
  }
  const last = result.at(-1);
  if (last && 'when' in last) {
    result[result.length - 1] = { when: last.when, yes: [...last.yes, ...pending], no: [...last.no, ...pending] };
  } else result.push(...pending);
  return result;
}

function render(term: Term): string {
  if ('literal' in term) return quote(term.literal);
  if ('expression' in term) return term.expression;
  return `(${term.when} ? ${sum(term.yes)} : ${sum(term.no)})`;
}
