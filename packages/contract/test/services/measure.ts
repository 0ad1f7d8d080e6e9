import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Record, Untried } from '../../src/calls/record.ts';
import { loadContract } from '../../src/contract/contract.ts';
import { NO_CORPUS } from '../../src/contract/corpus.ts';
import { createSender } from '../../src/exchange/send.ts';
import type { Left } from '../../src/ownership/left.ts';
import { loadPreconditions } from '../../src/preconditions/load.ts';
import { NO_PRECONDITIONS } from '../../src/preconditions/preconditions.ts';
import { buildReport } from '../../src/report/build.ts';
import { grouped } from '../../src/report/group.ts';
import type { Report } from '../../src/report/report.ts';
import { selected } from '../../src/run/selection.ts';
import { verify } from '../../src/run/verify.ts';
import type { CorpusEntry } from './corpus.ts';
import type { CorpusService } from './service.ts';

export interface Measured {
  report: Report;
  /** Things that were there before and are there no more, or are changed. */
  harmed: string[];
  /** Things that the run has made, that are still there and that the report does not list. */
  unlisted: string[];
}

/** Runs the kit against a service of the corpus without any preparation. */
export async function measure(entry: CorpusEntry, defects: boolean): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-corpus-'));
  const service = await entry.start({ defects });
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(service.description));
    return await runAgainst(service, file);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

export interface RunOptions {
  /** Of the values; by default another one each time. */
  seed?: string;
  /** Folder of preconditions; by default nothing is prepared. */
  preconditions?: string;
}

export async function runAgainst(
  service: CorpusService,
  file: string,
  { seed, preconditions }: RunOptions = {},
): Promise<Measured> {
  const contract = await loadContract(file);
  const before = await service.state();
  const startedAt = new Date();
  const records: Record[] = [];
  const untried: Untried[] = [];
  const left: Left[] = [];
  const sender = createSender({ timeout: 600_000 });
  await verify({
    contract,
    preconditions: preconditions === undefined ? NO_PRECONDITIONS : loadPreconditions(preconditions, contract),
    corpus: NO_CORPUS,
    operations: selected(contract.model.operations, { only: [], skip: [] }),
    target: { baseUrl: service.url, credentials: [], query: [], limited: [] },
    sender,
    concurrency: 8,
    ...(seed !== undefined && { seed }),
    onRecord: (record) => records.push(record),
    onUntried: (each) => untried.push(each),
    onLeft: (all) => left.push(...all),
  });
  sender.close();
  const after = await service.state();
  const milliseconds = Date.now() - startedAt.getTime();
  const report = buildReport(contract, { target: service.url, startedAt, milliseconds, records, untried, left });
  return { report, ...compareStates(before, after, (id) => left.some(({ name }) => name.includes(id))) };
}

/** Returns the objects that a run has changed, and those it left without listing their id or text. */
export function compareStates(
  before: readonly string[],
  after: readonly string[],
  isListed: (id: string, thing: string) => boolean,
): Pick<Measured, 'harmed' | 'unlisted'> {
  const made = after.filter((thing) => !before.some((each) => idOf(each) === idOf(thing)));
  return {
    harmed: before.filter((thing) => !after.includes(thing)),
    unlisted: made.filter((thing) => !isListed(idOf(thing).split(' ')[1]!, thing)),
  };
}

const idOf = (thing: string) => thing.split(' ', 2).join(' ');

/** Rules that the description does not state: a service that breaks them may be right. */
const TOO_STRICT = /none is documented|requires the header|rel="\w+" is not an absolute URL|is no URL/;

/** Counts findings on a service without planted faults: lines that say something, that are too strict, that repeat others. */
export function countFindings({ breaches }: Report): { true: number; strict: number; noise: number } {
  const lines = grouped(breaches);
  const strict = lines.filter(({ message }) => TOO_STRICT.test(message));
  const rest = lines.filter(({ message }) => !TOO_STRICT.test(message));
  const causes = new Set(rest.map(({ rule, message }) => JSON.stringify([rule, message])));
  return { true: causes.size, strict: strict.length, noise: rest.length - causes.size };
}

/** The planted faults that a run with them shows and a run without them does not. */
export function foundDefects(entry: CorpusEntry, good: Report, faulty: Report): string[] {
  const linesOf = ({ breaches }: Report) =>
    new Set(breaches.map(({ operation, rule, about, message }) => `${operation}: ${rule}: ${about}: ${message}`));
  const before = linesOf(good);
  const news = [...linesOf(faulty)].filter((line) => !before.has(line));
  return entry.defects.filter(({ shownBy }) => news.some((line) => shownBy.test(line))).map(({ about }) => about);
}
