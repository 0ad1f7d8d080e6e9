import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** A guide of the documentation, and the code of its blocks in a language. */
export function readGuide(name: string): { text: string; blocksOf(language: string): string[] } {
  const text = readFileSync(join(root, `docs/guides/${name}.md`), 'utf8');
  const blocksOf = (language: string) =>
    Array.from(text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')), ([, code]) => code!);
  return { text, blocksOf };
}
