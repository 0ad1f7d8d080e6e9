import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { executedSources } from './executed.ts';

/**
 * Setup file of `npm run test:map`: writes the sources that each test file executes, in this process and in Node processes that it
 * starts, into the directory that MAILWRIGHT_MAP names. Worker threads are not seen; `select.ts` finds them by imports.
 */
const directory = process.env.MAILWRIGHT_MAP!;
const root = fileURLToPath(new URL('../../../../', import.meta.url));

const own = relative(root, fileURLToPath(import.meta.url));

const shared = globalThis as { mailwrightCoverage?: Promise<Session> };
shared.mailwrightCoverage ??= connect();
const session = await shared.mailwrightCoverage;
await session.post('Profiler.takePreciseCoverage'); // what earlier test files of this process have left

const children = mkdtempSync(join(tmpdir(), 'mailwright-map-'));
process.env.NODE_V8_COVERAGE = children;

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  delete process.env.NODE_V8_COVERAGE;
  const ended = readdirSync(children).flatMap(
    (file) => (JSON.parse(readFileSync(join(children, file), 'utf8')) as { result: Profiler.ScriptCoverage[] }).result,
  );
  rmSync(children, { recursive: true, force: true });
  const test = relative(root, expect.getState().testPath!);
  mkdirSync(directory, { recursive: true });
  const sources = executedSources([...result, ...ended], root).filter((source) => source !== test && source !== own);
  writeFileSync(join(directory, `${test.replaceAll('/', '%')}.json`), JSON.stringify({ test, sources }));
});

async function connect(): Promise<Session> {
  const connected = new Session();
  connected.connect();
  await connected.post('Profiler.enable');
  await connected.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return connected;
}
