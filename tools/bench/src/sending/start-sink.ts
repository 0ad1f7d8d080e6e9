import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts the mail server that takes everything; gives its `smtp://` URL. */
export async function startSink(): Promise<{ url: string; stop(): Promise<void> }> {
  const entry = fileURLToPath(new URL('./sink.ts', import.meta.url));
  const child = spawn(process.execPath, [entry], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
