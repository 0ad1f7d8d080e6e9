import { deprecationDays } from '../common/deprecation.ts';
import type { Operation } from '../model/model.ts';

/** Tells bundlers that a call without a user can be left out. */
export const PURE = '/* @__PURE__ */ ';

/** Single-quoted literal. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A doc comment; nothing in it can end it early. Lines that are empty stay. */
export function docComment(lines: string[], indent = ''): string {
  const safe = lines.flatMap((line) => line.trim().replaceAll('*/', '*\\/').split('\n'));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** With a full stop, which summaries have or have not. */
export function sentence(summary: string): string {
  return /[.!?]$/.test(summary.trim()) ? summary.trim() : `${summary.trim()}.`;
}

/** The tag that editors strike an operation through by. */
export const deprecatedTag = (operation: Operation): string => `@deprecated ${deprecationDays(operation)}`.trim();

/** Members between brackets, on one line where they fit. */
export function bracketed([open, close]: '{}' | '[]', members: string[], indent: string): string {
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${members.join(', ')}${space}${close}`;
  if (line.length < 100) return line;
  return `${open}\n${members.map((member) => `${indent}  ${member},\n`).join('')}${indent}${close}`;
}

/** A list of names in braces, wrapped at the width of a page, or wider. */
export function nameList(names: string[], width = 95): string {
  const lines: string[] = [''];
  for (const name of names) {
    const last = lines.at(-1)!;
    if (last.length + name.length > width) lines.push(`${name},`);
    else lines[lines.length - 1] = last === '' ? `${name},` : `${last} ${name},`;
  }
  return lines.length === 1 && names.length > 0 ? `{ ${lines[0]!.slice(0, -1)} }` : `{\n  ${lines.join('\n  ')}\n}`;
}
