import type { Contract } from '../contract/contract.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { unpackJudged } from '../exchange/unpack.ts';
import { type HarFile, openHarFile } from '../har/har-file.ts';
import { judgePassed } from '../proxy/judge-passed.ts';
import { describedBases, findBase } from '../traffic/bases.ts';
import type { Drift } from './options.ts';
import type { Judged, ThreadWork } from './thread.ts';

/** Exchanges that a HAR file of a sample has at most: the service may run for years. */
const MOST_WRITTEN = 1_000;

/** Origin of addresses in reports if neither the description nor an option has one; that of a request is the choice of a client. */
const NO_ORIGIN = 'http://localhost';

/**
 * Judges exchanges of a service whose bodies are as they went over the wire, one at a time. Never throws.
 */
export function createSampleJudge(
  contract: Contract,
  { base, har, showValues }: Pick<ThreadWork, 'base' | 'har' | 'showValues'>,
): (exchange: Exchange) => Promise<Judged> {
  const bases = base === undefined ? basesOf(contract) : [new URL(base, NO_ORIGIN).href];
  const file = har === undefined ? undefined : openHarFile(har);
  let written = 0;
  const write: Write = (exchange, comment) => {
    if (file && written++ < MOST_WRITTEN) file.add(exchange, comment);
  };
  const judges = new Map(bases.map((each) => [each, judgeBelow(contract, each, showValues, write)]));
  return async ({ request, response }) => {
    try {
      const found = bases
        .map((each) => ({ base: each, url: moved(request.url, each) }))
        .find((each) => findBase([each.base], new URL(each.url)) !== undefined);
      if (!found) return { outcome: 'elsewhere' };
      return await judges.get(found.base)!({
        request: { ...request, url: found.url, ...unpacked(request) },
        response: { ...response, ...unpacked(response) },
      });
    } catch (error) {
      return { outcome: 'failed', fault: withoutMessage(error) };
    }
  };
}

type Write = HarFile['add'];

function judgeBelow(contract: Contract, baseUrl: string, showValues: boolean, write: Write) {
  let judged: Judged;
  const keep = (drift: Drift, exchange: Exchange) => {
    judged.drift = drift;
    write(exchange, drift.findings.map(({ message }) => message).join('; '));
  };
  const judge = judgePassed({
    contract,
    baseUrl,
    isMasked: !showValues,
    onRecord(record, exchange) {
      const findings = record.findings.filter(({ level }) => level !== 'note');
      if (findings.length > 0 && exchange) keep({ ...record, findings }, exchange);
    },
    onUntried() {},
    onLeftOut(why) {
      judged.outcome = why;
    },
  });
  return async (exchange: Exchange): Promise<Judged> => {
    const { request, response } = exchange;
    judged = { outcome: 'judged', ...((request.bodyLost || response.bodyLost) && { isPartial: true }) };
    const { pathname, search } = new URL(request.url);
    await judge(`${request.method} ${pathname}${search}`, { exchange });
    return judged;
  };
}

/** Addresses of the servers, one for each path, the longest path first. */
function basesOf({ model }: Contract): string[] {
  const { bases, paths } = describedBases(model.document);
  const all = [...bases, ...paths.map((path) => NO_ORIGIN + path)];
  const byPath = new Map(all.toReversed().map((each) => [new URL(each).pathname, each]));
  return [...byPath].toSorted(([one], [other]) => other.length - one.length).map(([, each]) => each);
}

/** The address of a request at the origin of a base: behind gateways, a service does not know its own. */
function moved(url: string, base: string): string {
  const { pathname, search } = new URL(url);
  return new URL(base).origin + pathname + search;
}

const unpacked = ({ headers, body, bodyLost }: Exchange['request'] | Exchange['response']) =>
  bodyLost ? { body, bodyLost } : unpackJudged(headers, body);

/** Messages of errors that nobody expects may have values. */
function withoutMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 3).map((line) => line.trim())].join(' ');
}
