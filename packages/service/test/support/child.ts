import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  pid: number;
  /** What it writes to its standard output, line by line. Ends with the process. */
  lines: AsyncIterator<string>;
  /** The next line; an error if the process ended instead. */
  line(): Promise<string>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Runs a script in a process of its own. */
export function startChild(script: URL, ...args: string[]): Child {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  return {
    pid: child.pid!,
    lines,
    line: async () => {
      const next = await lines.next();
      if (next.done) throw new Error(`The process ended without a line. ${complaints}`);
      return next.value;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
