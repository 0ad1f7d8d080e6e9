import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Command {
  child: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Resolves with the first match in what is printed; rejects when the command ends without it. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<Ended>;
}

/** Commands that have not ended. A test that fails before it stops its service leaves it to the end of the process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export const freshDirectory = () => mkdtempSync(join(inject('runDirectory'), 'process-'));

/** `mailwright …` in a process of its own. */
export function runMailwright(args: string[], env: Record<string, string> = {}): Command {
  // As in the tests themselves: optimising PostgreSQL's code costs more than so short a life gives back.
  const child = spawn(process.execPath, ['--liftoff-only', inject('program'), ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const note = () => {
    for (const look of waiting) look();
  };
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    note();
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    note();
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
  const output = () => stdout + stderr;
  return {
    child,
    output,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output());
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
        ended.then(() => reject(new Error(`The command ended without printing ${pattern}:\n${output()}`)));
      }),
  };
}

/** `mailwright serve` on free ports, ready to answer. */
export async function startService(
  dataDir: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Command & { baseUrl: string; key: string }> {
  const service = runMailwright(['serve', '--data', dataDir, '--port', '0', '--http-port', '0', ...args], env);
  const [, baseUrl] = await service.printed(/API {2,}(https:\S+)/);
  const [, key] = await service.printed(/API key {2,}(\S+)/);
  await service.printed(/Ctrl\+C/);
  return { ...service, baseUrl: baseUrl!, key: key! };
}
