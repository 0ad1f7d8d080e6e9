import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const main = join(import.meta.dirname, '../../src/cli/main.ts');

/** A test that fails leaves nothing running. */
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

export interface Run {
  child: ChildProcess;
  /** Output so far, of both streams. */
  output(): string;
  /** When the output has this in it; an error that quotes the output when it ends, or 60 seconds pass, without. */
  says(text: RegExp): Promise<RegExpExecArray>;
  /** When it ends. */
  code(): Promise<number | null>;
}

/** The command line in a process of its own. */
export function run(...args: string[]): Run {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.once('close', () => children.delete(child));
  let output = '';
  let heard = () => {};
  const hear = (chunk: Buffer) => {
    output += chunk;
    heard();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    output: () => output,
    says: (text) =>
      new Promise((resolve, reject) => {
        heard = () => {
          const found = text.exec(output);
          if (found) resolve(found);
        };
        heard();
        ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
      }),
    code: () => ended,
  };
}
