import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A server of the benchmark in a process of its own. */
export interface BenchServer {
  port: number;
  /** CPU time that its process has taken, on all its threads. */
  cpuMicroseconds(): Promise<number>;
  stop(): void;
}

/** Starts `servers/<name>.ts` with some options. */
export async function startServer(name: string, args: string[]): Promise<BenchServer> {
  const child = fork(new URL(`../servers/${name}.ts`, import.meta.url), args, {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { port: await message<number>(child), cpuMicroseconds: () => cpuOf(child), stop: () => void child.kill() };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const { user, system } = await message<NodeJS.CpuUsage>(child);
  return user + system;
}

/** The next message of a server. @throws Error when it ends instead */
async function message<T>(child: ChildProcess): Promise<T> {
  const given = new AbortController();
  try {
    const ended = once(child, 'exit', { signal: given.signal }).then(([code]) => {
      throw new Error(`The server ended with ${code}`);
    });
    const [value] = await Promise.race([once(child, 'message', { signal: given.signal }), ended]);
    return value as T;
  } finally {
    given.abort();
  }
}
