import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { templatePath } from '../../src/platform/database/embedded/template.ts';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { startPostgres } from './postgres.ts';
import { readByNobody, unreadInputs } from './unread-inputs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this test run, or why there is none. */
    postgres: { url?: string; error?: string };
    /** A directory that goes away with this test run. */
    runDirectory: string;
  }
}

/** Once per test run: a real PostgreSQL server, the start template of the embedded database, one certificate for all. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runDirectory = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
  project.provide('runDirectory', runDirectory);
  // Commands that tests start are compiled once per run.
  process.env.NODE_COMPILE_CACHE = join(runDirectory, 'compiled');
  const certificate = ownIdentity(join(runDirectory, 'tls'));
  const [postgres] = await Promise.all([startPostgres(), buildTemplate(), certificate]);
  project.provide('postgres', postgres.answer);
  return async () => {
    await postgres.stop();
    const unread = process.env.MAILWRIGHT_CHECK_INPUTS ? unreadInputs(runDirectory) : [];
    rmSync(runDirectory, { recursive: true, force: true });
    refuseUnread(unread);
  };
}

/** A run of all tests fails when requests carried what no handler ever read, unless that is listed with its reason. */
function refuseUnread(unread: string[]): void {
  const dropped = unread.filter((place) => !Object.hasOwn(readByNobody, place));
  if (dropped.length === 0) return;
  console.error(`Requests carried what no handler ever read (test/support/unread-inputs.ts): ${dropped.join(', ')}`);
  process.exitCode = 1;
}

/** In a process of its own, because initdb takes 1 GB that a process never gives back. */
async function buildTemplate(): Promise<void> {
  if (existsSync(templatePath)) return;
  const script = fileURLToPath(new URL('../../src/platform/database/embedded/build-template.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script]);
}
