import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Measured, typeErrorsOf7, unchecked } from './measure.ts';

const WORKER = path.join(import.meta.dirname, 'worker.ts');
const OUTPUT = path.join(import.meta.dirname, `../../generated/corpus-${process.pid}`);

/** Modules that a process has loaded stay in its memory: a new one takes over after so many descriptions. */
const TASKS_OF_A_PROCESS = 50;
/** Number of descriptions whose code TypeScript 7 checks at once. */
const TASKS_AT_ONCE = 10;
/** In milliseconds. Code whose calls take longer counts as not called. */
export const LONGEST = 120_000;

/** Outcome of one description, before its calls and after them. */
export interface Answer {
  measured: Measured;
  isLast: boolean;
}

export interface Task {
  file: string;
  /** Where generated files stand while they are measured. */
  folder: string;
  quick: boolean;
}

type OnMeasured = (file: string, measured: Measured) => void;

/** Measures one file after the other in processes of their own, as many at a time as `processes`; `quick` only generates. */
export async function measureAll(
  files: readonly string[],
  { processes, quick }: { processes: number; quick: boolean },
  onMeasured: OnMeasured,
): Promise<void> {
  const waiting = [...files];
  const work = async (name: string) => {
    const pool: Pool = { child: undefined, tasks: 0 };
    for (let turn = 0; waiting.length > 0; turn++) {
      const folder = path.join(OUTPUT, `${name}-${turn}`);
      const tasks = waiting
        .splice(0, TASKS_AT_ONCE)
        .map((file, index) => ({ file, quick, folder: path.join(folder, String(index)) }));
      await measureSome(pool, tasks, folder, onMeasured);
    }
    pool.child?.kill();
  };
  await Promise.all(Array.from({ length: processes }, (_, index) => work(String(index))));
  rmSync(OUTPUT, { recursive: true, force: true });
}

/** The process that measures now, and how many descriptions it has measured. */
interface Pool {
  child: ChildProcess | undefined;
  tasks: number;
}

async function measureSome(pool: Pool, tasks: readonly Task[], folder: string, onMeasured: OnMeasured): Promise<void> {
  const results: Measured[] = [];
  for (const task of tasks) {
    pool.child ??= fork(WORKER, {
      execArgv: ['--max-old-space-size=4096'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const { measured, isLast } = await ask(pool.child, task);
    results.push(measured);
    pool.tasks++;
    if (isLast && pool.tasks < TASKS_OF_A_PROCESS) continue;
    pool.child.kill('SIGKILL');
    Object.assign(pool, { child: undefined, tasks: 0 });
  }
  const errors = results.some(({ isChecked }) => isChecked) ? await typeErrorsOf7(folder) : new Map<string, string[]>();
  for (const [index, measured] of results.entries()) {
    measured.typeErrors['7'] = errors.get(String(index)) ?? [];
    onMeasured(tasks[index]!.file, measured);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves with the last that a process sends in time, or with how it ended. */
function ask(child: ChildProcess, task: Task): Promise<Answer> {
  return new Promise((resolve) => {
    let told = '';
    let before: Answer | undefined;
    const onText = (chunk: Buffer) => {
      told = (told + chunk).slice(-4000);
    };
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit').stderr!.off('data', onText);
      resolve(answer);
    };
    const crash = (reason: string): Answer => ({
      measured: unchecked({ outcome: 'crashed', operations: 0, reasons: [reason] }),
      isLast: false,
    });
    const timer = setTimeout(() => settle(before ?? crash(`no end after ${LONGEST / 1000} s`)), LONGEST);
    child.on('message', (message) => {
      const answer = message as Answer;
      if (answer.isLast) return settle(answer);
      before = answer;
      timer.refresh();
    });
    child.once('exit', (code, signal) => settle(crash(`the process ended with ${signal ?? code}: ${told}`)));
    child.stderr!.on('data', onText);
    child.send(task);
  });
}
