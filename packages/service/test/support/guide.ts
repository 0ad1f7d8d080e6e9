import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../../..');

/** A guide of the documentation, and the code of its blocks in a language. */
export function readGuide(name: string): { text: string; blocksOf(language: string): string[] } {
  const text = readFileSync(join(root, `docs/guides/${name}.md`), 'utf8');
  const blocksOf = (language: string) =>
    Array.from(text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')), ([, code]) => code!);
  return { text, blocksOf };
}

/** Runs TypeScript of a guide where it finds the client; gives what it prints. */
export async function runProgram(code: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ['--input-type=module-typescript', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(root, 'packages/service'), env });
  return stdout;
}
