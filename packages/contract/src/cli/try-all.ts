import type { Operation } from '@mailwright/codegen/description';
import { isBreach, type Record } from '../calls/record.ts';
import type { VerifyOptions } from '../run/options.ts';
import { verify } from '../run/verify.ts';
import { ExitCode } from './exit-code.ts';
import { showProgress } from './progress.ts';

/** The first ends a run in order, the second at once. */
export const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export type RunSources = Omit<VerifyOptions, 'onRecord' | 'onOperation' | 'operations'> & {
  operations: readonly Operation[];
};

/**
 * Runs with a line of progress until all is tried, the time is over or somebody interrupts.
 * @param limit seconds
 * @returns why it ended early; undefined when all was tried
 */
export async function tryAll(sources: RunSources, records: Record[], limit?: number): Promise<string | undefined> {
  const progress = showProgress(process.stderr);
  const total = sources.operations.length;
  let done = 0;
  let breaches = 0;
  let why: string | undefined;
  const stop = new AbortController();
  const interrupt = () => {
    why = 'it was interrupted';
    stop.abort();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    process.exitCode = ExitCode.violated;
    const then = sources.keep ? 'Keeping' : 'Deleting';
    console.error(`\nInterrupted. ${then} what was created; press Ctrl+C again to exit at once.`);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const timer = setTimeout(
    () => {
      why ??= `the time limit of ${limit} s was reached`;
      stop.abort();
    },
    (limit ?? 0) * 1_000,
  );
  if (limit === undefined) clearTimeout(timer);
  try {
    await verify({
      ...sources,
      signal: stop.signal,
      onRecord(record) {
        records.push(record);
        breaches += record.findings.filter(isBreach).length;
        progress.show(done, total, records.length, breaches);
      },
      onOperation: () => done++,
    });
  } finally {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, interrupt);
    progress.end();
  }
  return why;
}
