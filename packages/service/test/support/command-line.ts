import { format } from 'node:util';
import { vi } from 'vitest';
import { execute } from '../../src/cli/program.ts';
import type { Ended } from './process.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `mailwright …` in the process of the test, in a tenth of the time that a process of its own takes. For commands that end
 * by themselves and need no terminal; one at a time.
 */
export async function commandLine(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  let code: number | undefined;
  // After `process.exit`, nothing is printed any more.
  const print = (stream: 'stdout' | 'stderr', text: string) => {
    if (code === undefined) printed[stream] += text;
    return true;
  };
  const line = (values: unknown[]) => `${format(...values)}\n`;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => print('stdout', String(text))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => print('stderr', String(text))),
    vi.spyOn(console, 'log').mockImplementation((...values) => void print('stdout', line(values))),
    vi.spyOn(console, 'error').mockImplementation((...values) => void print('stderr', line(values))),
    vi.spyOn(process, 'exit').mockImplementation((given) => {
      code ??= Number(given ?? 0);
      throw new Error('The process has ended.');
    }),
  ];
  const listeners = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  for (const [name, value] of Object.entries({ NODE_ENV: 'production', ...env })) vi.stubEnv(name, value);
  try {
    await execute(args);
    code ??= Number(process.exitCode ?? 0);
  } catch (error) {
    if (code === undefined) throw error;
  } finally {
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
    // Those of a command end with its process.
    for (const [signal, before] of listeners)
      for (const listener of process.listeners(signal))
        if (!before.includes(listener)) process.removeListener(signal, listener);
  }
  return { code, ...printed };
}
