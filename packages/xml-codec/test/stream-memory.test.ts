import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** `MAILWRIGHT_LIST_MB=1000 npx vitest run packages/xml-codec/test/stream-memory.test.ts` reads a gigabyte. */
const megabytes = Number(process.env.MAILWRIGHT_LIST_MB ?? 60);

async function read(length: number) {
  const program = path.join(import.meta.dirname, 'support/long-list.ts');
  // Of garbage that V8 would rather keep for later it keeps little: more than that is what the reader holds on to.
  const flags = ['--max-semi-space-size=2', '--max-old-space-size=48'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, String(length)]);
  return JSON.parse(stdout) as { made: number; read: number; megabytes: number; seconds: number; memory: number };
}

test(
  `a list of ${megabytes} MB is read in memory that one of 1 MB takes, and little more`,
  async () => {
    const short = await read(1);
    const long = await read(megabytes);
    console.log(
      `${long.megabytes.toFixed()} MB in ${long.seconds.toFixed(1)} s and ${long.memory.toFixed()} MB; 1 MB: ${short.memory.toFixed()} MB`,
    );
    expect(long.read).toBe(long.made);
    expect(long.megabytes).toBeGreaterThanOrEqual(megabytes);
    expect(long.memory - short.memory).toBeLessThan(50);
  },
  30_000 + megabytes * 500,
);
