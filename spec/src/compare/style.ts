import type { OpenApiDocument } from './document.ts';

type Node = OpenApiDocument;

const STYLES: Record<string, string> = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' };

/** Returns how a parameter or a header is written otherwise, after what OpenAPI takes where nothing is said. */
export function compareStyle(old: Node, now: Node): string[] {
  const [before, after] = [old, now].map(writingOf);
  const messages = Object.keys(before!).flatMap((key) =>
    before![key] === after![key] ? [] : [`is written with ${key} ${after![key]}, not ${before![key]}`],
  );
  if (old.allowEmptyValue === true && now.allowEmptyValue !== true) messages.push('may not be empty now');
  return messages;
}

function writingOf({ in: place, style = STYLES[place], explode, content }: Node): Record<string, unknown> {
  if (content !== undefined) return { style: Object.keys(content)[0], explode: undefined };
  // One value is written alike with and without.
  return { style, explode: explode ?? (style === 'form' || style === 'cookie') };
}

/** Returns which fields of a form are written otherwise. */
export function compareEncoding({ encoding: old = {} }: Node, { encoding: now = {} }: Node): string[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names
    .filter((name) => ['contentType', 'style', 'explode'].some((key) => old[name]?.[key] !== now[name]?.[key]))
    .map((name) => `the field ${name} is written otherwise`);
}
