import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import type { Clock } from '../exchange/clock.ts';
import type { Exchange, ReceivedResponse, SentRequest } from '../exchange/exchange.ts';
import { createPatientSender } from '../exchange/patient.ts';
import type { Sender } from '../exchange/send.ts';
import { breach, type Finding, type UnstatedRule } from '../judge/finding.ts';
import { judge, pathBelow } from '../judge/judge.ts';
import { readAnswer } from '../judge/response.ts';
import type { Journal } from '../ownership/journal.ts';
import type { Ledger } from '../ownership/ledger.ts';
import type { Workshop } from '../ownership/made.ts';
import { createWitness, type Record } from './record.ts';

export interface Outcome {
  /** Absent when there was no answer. */
  exchange?: Exchange;
  /** It was not sent, since it could change what was there before. */
  withheld?: true;
  findings: Finding[];
}

/** Sends one request, has the answer judged, and records both. */
export type Call = (
  /** Absent for requests that the description does not have. */
  operation: Operation | undefined,
  about: string,
  request: SentRequest,
  options?: CallOptions,
) => Promise<Outcome>;

export interface CallOptions {
  /** Returns findings if the response is not the expected one, apart from violations of the description. */
  expect?: (status: number, response: ReceivedResponse) => Finding[];
  /** Every id in the path is declared in preconditions. */
  declared?: boolean;
  /** The request is wrong in a way that most services let pass: what comes of it is no more than a warning. */
  lenient?: boolean;
  /** 429 is a right answer, and not waited out. */
  limited?: boolean;
}

/** Lets nothing pass that could do harm, and keeps account of what is made. */
export interface Guard {
  ledger: Ledger;
  workshop: Workshop;
  journal?: Journal | undefined;
}

/** Why a request was not sent. */
export const WOULD_HARM =
  'it would change or delete what this run has not made: declare what it needs as preconditions, or allow it with --use-existing';

export function createCaller(
  contract: Contract,
  baseUrls: string[],
  sender: Pick<Sender, 'send'>,
  record: (record: Record) => void,
  without?: ReadonlySet<UnstatedRule>,
  { guard, strict = false, clock }: { guard?: Guard; strict?: boolean; clock?: Clock | undefined } = {},
): Call {
  const witness = createWitness();
  const patient = createPatientSender(sender, clock);
  const judged = (exchange: Exchange) => {
    const baseUrl = baseUrls.find((each) => exchange.request.url.startsWith(each)) ?? baseUrls[0]!;
    return judge(contract, baseUrl, exchange);
  };
  const pathOf = ({ url }: SentRequest) =>
    pathBelow(baseUrls.find((each) => url.startsWith(each)) ?? baseUrls[0]!, url);
  return async (
    operation,
    about,
    request,
    { expect = () => [], declared = false, lenient = false, limited = false } = {},
  ) => {
    const path = pathOf(request);
    const template = operation?.path ?? path;
    if (guard && !guard.ledger.permits({ method: request.method, path, template, declared }))
      return { withheld: true, findings: [] };
    const timeout = Math.max((operation?.timeout ?? 0) * 1_000, 10_000);
    const of = operation ? { operation: operation.id } : {};
    const settle = guard?.journal?.sending(about, request);
    const exchange = await (limited ? sender : patient).send(request, timeout).catch((error: Error) => error);
    if (exchange instanceof Error) {
      if (operation) guard?.workshop.noteSilence(operation, request);
      const findings = [
        breach('connection', `${request.method} ${request.url}: ${exchange.message || String(exchange)}`),
      ];
      record({ ...of, about, findings });
      return { findings };
    }
    if (operation) guard?.workshop.note(operation, path, exchange, readAnswer(contract, operation, exchange.response));
    settle?.(exchange.response.status);
    const verdict = await judged(exchange);
    const kept = verdict.findings.filter(
      (finding) => finding.unstated === undefined || !without?.has(finding.unstated),
    );
    const { status } = exchange.response;
    // A status that is not documented at all needs no second complaint, nor does a fault that was let pass.
    const isToldAlready = verdict.findings.some(({ rule }) => rule === 'status' || rule === 'accepted');
    const all = [...kept, ...(isToldAlready ? [] : expect(status, exchange.response))];
    const findings = all.map((finding) => withLevel(finding, lenient && status < 500, strict));
    record({ ...of, about, status, findings, ...witness(operation?.id, exchange, findings) });
    return { exchange, findings };
  };
}

function withLevel(finding: Finding, lenient: boolean, strict: boolean): Finding {
  if (finding.level === 'note') return finding;
  if (strict) return { ...finding, level: 'error' };
  return lenient ? { ...finding, level: 'warning' } : finding;
}
