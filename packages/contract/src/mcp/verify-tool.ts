import { randomUUID } from 'node:crypto';
import type { Record, Untried } from '../calls/record.ts';
import type { Left } from '../ownership/left.ts';
import { buildReport } from '../report/build.ts';
import { textReport } from '../report/text.ts';
import { selected } from '../run/selection.ts';
import { verify } from '../run/verify.ts';
import type { ToolSession } from './session.ts';

/** Operations tried at a time. */
const CONCURRENCY = 8;

export interface WantedRun {
  only?: string;
  skip?: string;
  seed?: string;
  seconds: number;
}

/** Names or groups, separated by commas. */
const names = (list = '') =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The operations that a run calls. @throws InputError for a name that means none */
export const wantedOperations = ({ contract }: ToolSession, { only, skip }: WantedRun) =>
  selected(contract.model.operations, { only: names(only), skip: names(skip) });

/** Tests the service as the command `verify` does, and keeps the report. Changes and deletes only what the run itself has made. */
export async function runVerify(session: ToolSession, wanted: WantedRun): Promise<string> {
  const { contract, preconditions, corpus, service } = session;
  const { target, sender, openJournal } = service!;
  const operations = wantedOperations(session, wanted);
  const seed = wanted.seed ?? randomUUID().slice(0, 8);
  const startedAt = new Date();
  const records: Record[] = [];
  const untried: Untried[] = [];
  const left: Left[] = [];
  const { file, journal } = openJournal(seed);
  const signal = AbortSignal.timeout(wanted.seconds * 1_000);
  await verify({
    ...{ contract, preconditions, corpus, operations, target, sender, seed, signal, journal },
    concurrency: CONCURRENCY,
    onRecord: (record) => records.push(record),
    onUntried: (each) => untried.push(each),
    onLeft: (all) => left.push(...all),
  }).catch((error: Error) => {
    throw new Error(`${error.message} What was made up to then is in ${file}.`, { cause: error });
  });
  journal.discard();
  session.report = buildReport(contract, {
    ...{ target: target.baseUrl, startedAt, records, untried, left, operations },
    milliseconds: Date.now() - startedAt.getTime(),
    stopped: signal.aborted ? `the time limit of ${wanted.seconds} s was reached` : undefined,
  });
  return `${textReport(session.report)}Seed ${seed}`;
}
