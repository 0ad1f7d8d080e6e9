import { createWitness, type Record, type Untried } from '../calls/record.ts';
import type { Contract } from '../contract/contract.ts';
import { type Exchange, LONGEST_JUDGED } from '../exchange/exchange.ts';
import type { EntryText } from '../har/entries.ts';
import { NOT_AN_EXCHANGE, type NotAnExchange, readEntry } from '../har/entry.ts';
import { InputError } from '../input-error.ts';
import { hasCredentials } from '../judge/credentials.ts';
import type { Finding } from '../judge/finding.ts';
import { judge, judgeCredentials, pathBelow } from '../judge/judge.ts';
import { findBase } from './bases.ts';
import { maskFindings, maskPath } from './mask.ts';
import { isOfPage } from './pages.ts';

export interface TrafficOptions {
  contract: Contract;
  /** Addresses of the service; what goes elsewhere is counted. */
  bases: readonly string[];
  /** Warnings are errors. */
  strict?: boolean;
  /** Shows values in the report. */
  showValues?: boolean;
  /** Exchanges that are judged in all; more are an error. */
  most?: number;
}

/** What was found in recorded traffic. */
export interface CheckedTraffic {
  records: Record[];
  untried: Untried[];
  entries: number;
  /** Entries that are no exchanges with the service, by the reason. */
  leftOut: Map<NotAnExchange, number>;
  /** Entries of other services, by their origin. */
  others: Map<string, number>;
  /** Exchanges whose bodies the files do not have. */
  lost: { requests: number; responses: number };
  /** Files without any key, as browsers export them: missing keys were not judged. */
  withoutKeys: string[];
}

/** Records and reports of this many exchanges fit in memory. */
export const MOST_JUDGED = 100_000;

/**
 * Judges recorded traffic of a service.
 * @param files entries by the name of their file
 * @throws InputError when a file is no HAR, or there is too much
 */
export async function checkTraffic(
  files: readonly (readonly [name: string, entries: AsyncIterable<EntryText>])[],
  options: TrafficOptions,
): Promise<CheckedTraffic> {
  const all: CheckedTraffic = {
    records: [],
    untried: [],
    entries: 0,
    leftOut: new Map(),
    others: new Map(),
    lost: { requests: 0, responses: 0 },
    withoutKeys: [],
  };
  const witness = createWitness();
  for (const [name, entries] of files) {
    const check = createFileCheck(options, all, witness);
    try {
      for await (const entry of entries)
        await check.add(entry, files.length > 1 ? `${name} entry ${entry.number}` : `entry ${entry.number}`);
    } catch (error) {
      throw error instanceof InputError ? new InputError(`${name}: ${error.message}`) : error;
    }
    if (!check.end()) all.withoutKeys.push(name);
  }
  return all;
}

type Witness = ReturnType<typeof createWitness>;

function createFileCheck(options: TrafficOptions, all: CheckedTraffic, witness: Witness) {
  const { contract, bases, most = MOST_JUDGED } = options;
  /** Records of requests without a key, with what that means if the file has keys at all. */
  const keyless = new Map<Record, Finding[]>();
  let hasKeys = false;

  const judgeOne = async (exchange: Exchange, base: string, about: string) => {
    const { request, response } = exchange;
    if ([request, response].some(({ body }) => body.length > LONGEST_JUDGED)) {
      const why = `a body of more than ${LONGEST_JUDGED} bytes is not validated`;
      all.untried.push({ operation: operationOf(contract, base, exchange) ?? 'unknown paths', about, why });
      return;
    }
    if (request.bodyLost) all.lost.requests++;
    if (response.bodyLost) all.lost.responses++;
    const verdict = await judge(contract, base, { request: { ...request, keysLost: true }, response });
    const { operation, status } = verdict;
    const keyFindings = operation ? judgeCredentials(contract, operation, exchange) : [];
    if (operation?.secured && hasCredentials(contract.model.document, operation, request)) hasKeys = true;
    const found = verdict.findings.map((each) => withLevel(each, options));
    const told = { exchange, findings: [...found, ...keyFindings] };
    const shown = options.showValues ? told : maskFindings(contract, base, told);
    const findings = shown.findings.slice(0, found.length);
    const texts = witness(operation?.id, shown.exchange, shown.findings);
    const record = { ...(operation && { operation: operation.id }), about, status, findings, ...texts };
    if (keyFindings.length > 0) keyless.set(record, keyFindings);
    if (all.records.length === most)
      throw new InputError(
        `more than ${most} exchanges with the service are too many for one report: give fewer files`,
      );
    all.records.push(record);
  };

  return {
    async add(text: EntryText, place: string): Promise<void> {
      all.entries++;
      const entry = readEntry(text);
      const base = entry.url && findBase(bases, entry.url);
      if (entry.url && base === undefined && !('why' in entry && entry.why === 'socket'))
        return count(all.others, entry.url.origin);
      if ('why' in entry) return count(all.leftOut, entry.why);
      const { exchange, resourceType } = entry;
      if (isOfPage(contract, base!, exchange, resourceType)) return count(all.leftOut, 'page');
      const path = options.showValues
        ? new URL(exchange.request.url).pathname
        : maskPath(contract, base!, exchange.request);
      await judgeOne(exchange, base!, `${place}: ${exchange.request.method} ${path}`);
    },
    /** Returns whether missing keys were judged. */
    end(): boolean {
      if (hasKeys) for (const [record, findings] of keyless) record.findings.push(...findings);
      return hasKeys || keyless.size === 0;
    },
  };
}

function operationOf(contract: Contract, base: string, { request }: Exchange): string | undefined {
  const route = contract.route(request.method, pathBelow(base, request.url));
  return route.found === 'operation' ? route.operation.id : undefined;
}

const withLevel = (finding: Finding, { strict }: TrafficOptions): Finding =>
  strict && finding.level === 'warning' ? { ...finding, level: 'error' } : finding;

const count = <Key>(counts: Map<Key, number>, key: Key): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Lines that say what of the files was not judged, and why. */
export function tellNotJudged({ leftOut, others, lost, withoutKeys }: CheckedTraffic): string[] {
  const hosts = [...others].toSorted(([, one], [, other]) => other - one);
  const named = hosts.slice(0, MOST_HOSTS).map(([origin, number]) => `${origin} ${number}`);
  const more = hosts.length > MOST_HOSTS ? ` and ${hosts.length - MOST_HOSTS} more` : '';
  const elsewhere = hosts.reduce((sum, [, number]) => sum + number, 0);
  return [
    ...(elsewhere > 0 ? [`${elsewhere} entries of other services: ${named.join(', ')}${more}`] : []),
    ...[...leftOut].map(([why, number]) => `${number} entries ${NOT_AN_EXCHANGE[why]}`),
    ...(lost.requests > 0 ? [`${lost.requests} bodies of requests, which the files do not have`] : []),
    ...(lost.responses > 0 ? [`${lost.responses} bodies of responses, which the files do not have`] : []),
    ...withoutKeys.map((name) => `missing keys: ${name} has none at all, as browsers export files`),
  ];
}

const MOST_HOSTS = 5;
