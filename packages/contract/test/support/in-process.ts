import { format } from 'node:util';
import { vi } from 'vitest';
import { run } from '../../src/cli/program.ts';

/** Runs a command that ends by itself in this process, which saves the second that a process of its own takes to start. */
export async function runHere(...args: string[]): Promise<{ code: number; output: string }> {
  let output = '';
  const add = (chunk: string | Uint8Array) => {
    output += chunk.toString();
    return true;
  };
  const spies = [
    ...([process.stdout, process.stderr] as const).map((stream) => vi.spyOn(stream, 'write').mockImplementation(add)),
    ...(['log', 'error', 'warn'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...values) => void add(`${format(...values)}\n`)),
    ),
  ];
  try {
    const code = await run(args);
    return { code, output };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}
