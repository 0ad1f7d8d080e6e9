import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block of code of a guide. */
export interface Block {
  code: string;
  /** First line, by which the list of blocks that are not run names it. */
  title: string;
  /** Who runs the block; `undefined` for content, answers and settings. */
  kind: 'shell' | 'program' | undefined;
  /** Text block below, with what the block prints; `…` stands for any text. */
  output?: string;
}

export type Step = Block & { kind: NonNullable<Block['kind']> };

const kinds: Record<string, Step['kind']> = { sh: 'shell', console: 'shell', ts: 'program' };

/** Returns the blocks of a guide in the order of reading. */
export function readBlocks(guide: string): Block[] {
  const text = readFileSync(join(import.meta.dirname, `../../../../docs/guides/${guide}.md`), 'utf8');
  const blocks: Block[] = [];
  for (const [, language = '', code = ''] of text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)) {
    const last = blocks.at(-1);
    if (language === 'text' && last?.kind !== undefined && last.output === undefined) last.output = code.trim();
    else blocks.push({ code, title: code.trim().split('\n')[0]!, kind: kinds[language] });
  }
  return blocks;
}
