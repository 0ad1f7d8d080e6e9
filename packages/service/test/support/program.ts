import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** A program in the background, with its output in a file. */
export class Program {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
  output = '';

  constructor(
    command: readonly string[],
    { log, ...options }: { log: string; uid?: number; gid?: number; env?: Record<string, string> },
  ) {
    const [program, ...args] = command;
    const env = { ...process.env, ...options.env };
    // A group of its own, so that all that it starts gets a signal with it.
    this.process = spawn(program!, args, {
      ...options,
      env,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const file = createWriteStream(log, { flags: 'a' });
    for (const stream of [this.process.stdout!, this.process.stderr!])
      stream.on('data', (chunk: Buffer) => {
        this.output = (this.output + chunk).slice(-20_000);
        file.write(chunk);
      });
    this.ended = once(this.process, 'exit');
    this.ended.catch(() => {});
    const kill = () => this.signal('SIGKILL');
    process.once('exit', kill);
    this.process.once('exit', () => process.off('exit', kill));
  }

  get runs(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** To the program and all that it has started and that has not left its group. */
  signal(name: NodeJS.Signals): void {
    if (this.runs) process.kill(-this.process.pid!, name);
  }

  async end(name: NodeJS.Signals): Promise<void> {
    this.signal(name);
    await this.ended;
  }
}
