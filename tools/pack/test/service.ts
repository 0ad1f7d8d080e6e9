import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A service that runs in a project, and what it printed. */
export interface Service {
  /** `https://localhost:12345` */
  address: string;
  key: string;
  /** The line to paste. */
  curl: string;
  stop(): Promise<void>;
}

/** Runs a command that ends in `mailwright serve` in a directory, on free ports. @throws Error with its output when it ends */
export async function serve(directory: string, command: string[], data: string): Promise<Service> {
  const [program, ...args] = [...command, '--data', data, '--port', '0', '--http-port', '0'];
  const service = spawn(program!, args, { cwd: directory, detached: true });
  let text = '';
  service.stdout.on('data', (chunk) => (text += chunk));
  service.stderr.on('data', (chunk) => (text += chunk));
  const exited = once(service, 'exit');
  const ended = exited.then(() => Promise.reject(new Error(text)));
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  while (!text.includes('Stop it with')) await Promise.race([once(service.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return {
    address: found(/API +(https:\S+)\/1\.0/),
    key: found(/API key +(\S+)/),
    curl: found(/^ +(curl .*)$/m),
    stop: async () => {
      process.kill(-service.pid!);
      await exited;
    },
  };
}
