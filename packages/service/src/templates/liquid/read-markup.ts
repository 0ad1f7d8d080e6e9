import { type Liquid, type TagToken, Tokenizer, TokenKind } from 'liquidjs';
import type { Markup } from './messages.ts';

/** Outputs and tags of one content, and conditions within conditions: LiquidJS calls itself for each. */
const maxMarkup = 20_000;
const maxDepth = 100;
const conditions = new Set(['if', 'unless', 'case']);

/** The markup of a template in order; what stands in `raw` is none. @throws Error for markup without an end, or for too much of it */
export function readMarkup({ options }: Liquid, template: string): Markup[] {
  const markup: Markup[] = [];
  let depth = 0;
  for (const token of new Tokenizer(template, options.operators).readTopLevelTokens(options)) {
    if (token.kind !== TokenKind.Tag && token.kind !== TokenKind.Output) continue;
    const { begin: start, end, contentRange, content } = token as TagToken;
    const name = token.kind === TokenKind.Tag ? (token as TagToken).name : undefined;
    if (name !== undefined && conditions.has(name)) depth++;
    if (depth > maxDepth) throw new Error(`conditions are nested more than ${maxDepth} levels deep`);
    if (name?.startsWith('end') && conditions.has(name.slice(3))) depth = Math.max(0, depth - 1);
    if (markup.length === maxMarkup) throw new Error(`it has more than ${maxMarkup} outputs and tags`);
    markup.push({
      kind: name === undefined ? 'output' : 'tag',
      start,
      end,
      contentEnd: contentRange[1],
      raw: /\|\s*raw\s*$/.test(content.slice(-50)),
      depth,
    });
  }
  return markup;
}
