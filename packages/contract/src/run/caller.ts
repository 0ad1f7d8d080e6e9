import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import type { Exchange, SentRequest } from '../exchange/exchange.ts';
import type { Sender } from '../exchange/send.ts';
import { breach, type Finding } from '../judge/finding.ts';
import { judge } from '../judge/judge.ts';
import type { UnstatedRule } from './options.ts';
import { createWitness, type Record } from './record.ts';

export interface Outcome {
  /** Absent when there was no answer. */
  exchange?: Exchange;
  findings: Finding[];
}

/** Sends one request, has the answer judged, and records both. */
export type Call = (
  /** Absent for requests that the description does not have. */
  operation: Operation | undefined,
  about: string,
  request: SentRequest,
  /** What must come of it besides keeping the contract. */
  expect?: (status: number) => Finding[],
) => Promise<Outcome>;

export function createCaller(
  contract: Contract,
  baseUrls: string[],
  sender: Pick<Sender, 'send'>,
  record: (record: Record) => void,
  without?: ReadonlySet<UnstatedRule>,
): Call {
  const witness = createWitness();
  const judged = (exchange: Exchange) => {
    const baseUrl = baseUrls.find((each) => exchange.request.url.startsWith(each)) ?? baseUrls[0]!;
    return judge(contract, baseUrl, exchange);
  };
  return async (operation, about, request, expect = () => []) => {
    const timeout = Math.max((operation?.timeout ?? 0) * 1_000, 10_000);
    const of = operation ? { operation: operation.id } : {};
    const exchange = await sender.send(request, timeout).catch((error: Error) => error);
    if (exchange instanceof Error) {
      const findings = [
        breach('connection', `${request.method} ${request.url}: ${exchange.message || String(exchange)}`),
      ];
      record({ ...of, about, findings });
      return { findings };
    }
    const verdict = await judged(exchange);
    const kept = verdict.findings.filter(
      (finding) => finding.unstated === undefined || !without?.has(finding.unstated),
    );
    const { status } = exchange.response;
    // A status that is not documented at all needs no second complaint.
    const isDocumented = verdict.findings.every(({ rule }) => rule !== 'status');
    const findings = [...kept, ...(isDocumented ? expect(status) : [])];
    record({ ...of, about, status, findings, ...witness(operation?.id, exchange, findings) });
    return { exchange, findings };
  };
}
