import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from './installation.ts';

/** What is measured at one moment; sizes in bytes. */
export interface Sample {
  /** Hours of the account. */
  hour: number;
  memory: number;
  descriptors: number;
  threads: number;
}

/** What is measured after each hour. */
export interface HourlySample {
  hour: number;
  /** Seconds of real time that the hour's work took. */
  seconds: number;
  tables: number;
  indexes: number;
  rows: number;
  /** Write-ahead log. */
  log: number;
  jobs: number;
  recipients: number;
}

/** Whether the database has estimated its rows since its process began. */
export const hasRows = ({ rows }: HourlySample): boolean => rows > 0;

export function sampleProcess(pid: number, hour: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return {
    hour,
    memory: field('VmRSS') * 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: field('Threads'),
  };
}

export async function sampleDatabase(
  installation: Installation,
  { hour, seconds }: Pick<HourlySample, 'hour' | 'seconds'>,
): Promise<HourlySample> {
  const { database } = await installation.databaseFacts();
  const sum = (of: (table: (typeof database.tables)[number]) => number) =>
    database.tables.reduce((total, table) => total + of(table), 0);
  const metrics = await installation.metrics();
  return {
    hour,
    seconds,
    tables: sum(({ bytes }) => bytes),
    indexes: sum(({ indexBytes }) => indexBytes),
    rows: sum(({ rows }) => rows),
    log: bytesBelow(join(installation.data, 'postgres', 'pg_wal')),
    jobs: sumOf(metrics, 'mailwright_jobs'),
    recipients: untriedRecipients(metrics),
  };
}

function bytesBelow(directory: string): number {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((total, { parentPath, name }) => {
      // A file may go away meanwhile.
      const size = statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0;
      return total + size;
    }, 0);
}

/** Recipients that nobody has tried yet; others are tried again after minutes or hours, as their servers asked. */
export const untriedRecipients = (metrics: string): number =>
  ['pending', 'in_flight'].reduce(
    (total, state) => total + sumOf(metrics, 'mailwright_recipients', `state="${state}"`),
    0,
  );

/** Sum of the values of a metric in Prometheus's text format, of the lines that have a label. */
const sumOf = (metrics: string, name: string, label = ''): number =>
  metrics
    .split('\n')
    .filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(label))
    .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
