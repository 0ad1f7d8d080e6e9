import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { roomForShortLives } from './memory.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { inputsDirectory, isReadByNobody, unreadInputs } from './unread-inputs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this test run, or why there is none. */
    postgres: { url?: string; error?: string };
    /** A directory that goes away with this test run. */
    runDirectory: string;
    /** One for files that tests remove themselves, in memory if there is enough. */
    shortLivedDirectory: string;
    /** The command line `mailwright`, which tests start in processes of their own. */
    program: string;
  }
}

/** What the projects of one test run share, and how many of them use it. */
interface TestRun {
  directory: string;
  room: string;
  program: string;
  postgres: Postgres;
  users: number;
}

/** Each project loads this module for itself: what they share hangs on the process. */
const shared = globalThis as { mailwrightTestRun?: Promise<TestRun> };

/** Once per test run: a real PostgreSQL server, the start template of the embedded database, one certificate for all. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.mailwrightTestRun ??= startRun();
  const run = await shared.mailwrightTestRun;
  run.users += 1;
  project.provide('runDirectory', run.directory);
  project.provide('shortLivedDirectory', run.room);
  project.provide('program', run.program);
  project.provide('postgres', run.postgres.answer);
  return async () => {
    run.users -= 1;
    if (run.users === 0) await endRun(run);
  };
}

async function startRun(): Promise<TestRun> {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
  const room = mkdtempSync(join(roomForShortLives(), 'mailwright-test-'));
  // What processes of tests load is compiled once per run.
  process.env.NODE_COMPILE_CACHE = join(room, 'compiled');
  const certificate = ownIdentity(join(directory, 'tls'));
  const [postgres, program] = await Promise.all([
    startPostgres(room),
    prepareProgram(),
    buildTemplate(),
    compileSources(),
    certificate,
  ]);
  return { directory, room, program, postgres, users: 0 };
}

const service = fileURLToPath(new URL('../..', import.meta.url));
const main = 'src/cli/main.ts';

/** Merges its modules for a run of many tests: each start takes a third less then. For a few tests it would not pay. */
async function prepareProgram(): Promise<string> {
  if (!process.env.MAILWRIGHT_MERGED) return join(service, main);
  const { mergeSources } = await import('../../../../tools/pack/src/sources.ts');
  return mergeSources(service, main);
}

/** For a run of many tests: a process of few would load them as fast itself. */
async function compileSources(): Promise<void> {
  if (!process.env.MAILWRIGHT_MERGED) return;
  const script = fileURLToPath(new URL('./compile-sources.ts', import.meta.url));
  // The flags of the tests: V8 keeps what it compiles by its flags.
  await promisify(execFile)(process.execPath, ['--liftoff-only', script]);
}

async function endRun({ directory, program, postgres }: TestRun): Promise<void> {
  shared.mailwrightTestRun = undefined;
  await postgres.stop();
  const unread = process.env.MAILWRIGHT_CHECK_INPUTS ? unreadInputs(inputsDirectory(directory)) : [];
  rmSync(directory, { recursive: true, force: true });
  if (process.env.MAILWRIGHT_MERGED) rmSync(dirname(program), { recursive: true, force: true });
  refuseUnread(unread);
}

/** A run of all tests fails when accepted requests carried what no handler ever read, unless that is listed with its reason. */
function refuseUnread(unread: string[]): void {
  const dropped = unread.filter((place) => !isReadByNobody(place));
  if (dropped.length === 0) return;
  console.error(`Requests carried what no handler ever read (test/support/unread-inputs.ts): ${dropped.join(', ')}`);
  process.exitCode = 1;
}

/** In a process of its own, because initdb takes 1 GB that a process never gives back. */
async function buildTemplate(): Promise<void> {
  const script = fileURLToPath(new URL('../../src/platform/database/build-template.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script]);
}
