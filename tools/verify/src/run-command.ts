import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a command is run. */
export interface RunOptions {
  /** Collects the output instead of passing it on. */
  collect?: boolean;
  /** Ends the command if it makes no progress for so long: neither output nor a message to this process. */
  silenceMillis: number;
}

/** How a command ended. */
export interface CommandEnd {
  /** Undefined if it was killed. */
  status: number | undefined;
  /** What was collected. */
  output: string;
  /** True if it was killed because it made no progress. */
  stuck: boolean;
}

/**
 * Runs a command to its end. The limit is one of progress and not of duration: a busy machine makes a command slower, and only
 * one that hangs is killed.
 */
export async function runCommand(command: string, args: string[], options: RunOptions): Promise<CommandEnd> {
  const { collect = false, silenceMillis } = options;
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: process.stdout.isTTY && !collect ? { FORCE_COLOR: '1', ...process.env } : process.env,
  });
  let output = '';
  let stuck = false;
  const limit = setTimeout(() => {
    stuck = true;
    child.kill('SIGKILL');
  }, silenceMillis);
  const note = (chunk: Buffer) => {
    if (collect) output += chunk;
    else process.stdout.write(chunk);
    limit.refresh();
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  child.on('message', () => limit.refresh());
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  return { status: status ?? undefined, output, stuck };
}
