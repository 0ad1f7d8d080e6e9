import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Measured } from './measure.ts';

const WORKER = path.join(import.meta.dirname, 'worker.ts');
const OUTPUT = path.join(import.meta.dirname, `../../generated/corpus-${process.pid}`);

/** Modules that a process has loaded stay in its memory: a new one takes over after so many descriptions. */
const TASKS_OF_A_PROCESS = 50;
const LONGEST = 300_000;

/** Measures one file after the other in processes of their own, as many at a time as `processes`; `quick` only generates. */
export async function measureAll(
  files: readonly string[],
  { processes, quick }: { processes: number; quick: boolean },
  onMeasured: (file: string, measured: Measured) => void,
): Promise<void> {
  const waiting = files.map((file, index) => ({ file, quick, folder: path.join(OUTPUT, String(index)) }));
  await Promise.all(Array.from({ length: processes }, () => work(waiting, onMeasured)));
  rmSync(OUTPUT, { recursive: true, force: true });
}

export interface Task {
  file: string;
  /** Where generated files stand while they are measured. */
  folder: string;
  quick: boolean;
}

async function work(waiting: Task[], onMeasured: (file: string, measured: Measured) => void): Promise<void> {
  let child: ChildProcess | undefined;
  for (let tasks = 1; ; tasks++) {
    const task = waiting.shift();
    if (!task) break;
    child ??= fork(WORKER, { execArgv: ['--max-old-space-size=4096'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const measured = await ask(child, task);
    onMeasured(task.file, measured);
    if (measured.outcome !== 'crashed' && tasks % TASKS_OF_A_PROCESS !== 0) continue;
    child.kill();
    child = undefined;
  }
  child?.kill();
}

/** Resolves with what a process sends, or with how it ended. */
function ask(child: ChildProcess, task: Task): Promise<Measured> {
  return new Promise((resolve) => {
    let told = '';
    const onText = (chunk: Buffer) => {
      told = (told + chunk).slice(-4000);
    };
    const settle = (measured: Measured) => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit').stderr!.off('data', onText);
      resolve(measured);
    };
    const crash = (reason: string): Measured => ({
      outcome: 'crashed',
      operations: 0,
      reasons: [reason],
      typeErrors: { '5.9': [], '7': [] },
      calls: { made: 0, right: 0, wrong: [], unmade: 0 },
      isChecked: false,
    });
    const timer = setTimeout(() => settle(crash(`no end after ${LONGEST / 1000} s`)), LONGEST);
    child.once('message', (measured) => settle(measured as Measured));
    child.once('exit', (code, signal) => settle(crash(`the process ended with ${signal ?? code}: ${told}`)));
    child.stderr!.on('data', onText);
    child.send(task);
  });
}
