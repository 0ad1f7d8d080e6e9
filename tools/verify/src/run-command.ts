import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a command is run. */
export interface RunOptions {
  /** Collects the output instead of passing it on. */
  collect?: boolean;
  /** Ends the command if it makes no progress for so long: neither output that is collected nor a message. */
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
    stdio: collect ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let output = '';
  let stuck = false;
  const limit = setTimeout(() => {
    stuck = true;
    child.kill('SIGKILL');
  }, silenceMillis);
  const note = (chunk: Buffer) => {
    output += chunk;
    limit.refresh();
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  child.on('message', () => limit.refresh());
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  return { status: status ?? undefined, output, stuck };
}
