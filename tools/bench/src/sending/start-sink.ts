import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Sink {
  /** `smtp://127.0.0.1:<port>` */
  url: string;
  /** Of a mail that came; undefined before the first one. */
  returnPath(): string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the mail server that takes everything.
 * @param millis for which it lets each mail wait for its answer
 */
export async function startSink(millis = 0): Promise<Sink> {
  const entry = fileURLToPath(new URL('./sink.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, String(millis)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const [port] = (await once(lines, 'line')) as [string];
  let returnPath: string | undefined;
  lines.on('line', (line) => {
    returnPath = line;
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    returnPath: () => returnPath,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
