import type { Operation } from '@mailwright/codegen/description';
import { XmlError } from '@mailwright/xml-codec';
import type { Contract } from '../contract/contract.ts';
import type { SentRequest } from '../exchange/exchange.ts';
import { breach, type Finding } from '../judge/finding.ts';
import { judgeRequest, NOT_IMPLEMENTED, pathBelow } from '../judge/judge.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import type { Input } from '../preconditions/preconditions.ts';
import { buildRequest, type Target } from '../trials/request.ts';
import { documentedStatuses, type Trial } from '../trials/trial.ts';
import type { Call } from './caller.ts';
import type { Situations } from './situations.ts';
import { readValue, SituationError } from './steps.ts';
import type { VerifyOptions } from './verify.ts';

/** A request that is ready to go. */
interface Prepared {
  request: SentRequest;
  known: Known;
  /** The situations are not there: the answer is judged, but no status is wanted. */
  pretended: boolean;
}

/** Makes one trial. @returns the status of the answer; undefined when there was nothing to send, or no answer */
export async function attempt(
  trial: Trial,
  options: VerifyOptions,
  call: Call,
  situations: Situations,
): Promise<number | undefined> {
  const { operation, about, kind } = trial;
  const prepared = await prepare(trial, options, situations);
  if (!prepared) return undefined;
  const { request, known, pretended } = prepared;
  const informed = options.preconditions.situations.size > 0;
  const expect = (status: number) => (pretended && kind !== 'frame' ? [] : judgeOutcome(trial, status, informed));
  const { exchange } = await call(operation, about, request, expect);
  if (!exchange) return undefined;
  const { status } = exchange.response;
  if (status < 300)
    settle(trial, options, situations, {
      ...known,
      answer: readValue(options.contract, operation, exchange.response),
    });
  if (!informed && kind === 'good' && status >= 400 && status !== NOT_IMPLEMENTED) {
    const why = `answered with ${status}; declare what it needs as preconditions`;
    options.onUntried({ operation: operation.id, about, why });
  }
  return status;
}

async function prepare(trial: Trial, options: VerifyOptions, situations: Situations): Promise<Prepared | undefined> {
  const { contract, target, onUntried } = options;
  const { operation, about, kind, given, input, wire } = trial;
  try {
    const changes = kind === 'good' && !isReading(operation);
    const known = await situations.bringAbout(given, changes);
    const request = buildRequest(contract, target, operation, fill(input, known) as Input, wire);
    if (kind === 'broken' && !(await isBroken(contract, target, operation, request))) return undefined;
    return { request, known, pretended: false };
  } catch (error) {
    // What cannot be written in XML cannot be sent: nothing to try.
    if (error instanceof XmlError && kind === 'broken') return undefined;
    if (!(error instanceof SituationError || error instanceof RangeError || error instanceof XmlError)) throw error;
    if (kind !== 'frame') onUntried({ operation: operation.id, about, why: error.message });
    if (!trial.pretended) return undefined;
    return { request: buildRequest(contract, target, operation, trial.pretended, wire), known: {}, pretended: true };
  }
}

/** After a success: what was made is undone later, and what should not have changed is not relied on any more. */
function settle({ operation, kind, given }: Trial, options: VerifyOptions, situations: Situations, known: Known): void {
  const { undo } = options.preconditions.operations.get(operation.id) ?? {};
  if (undo) situations.undoLater(operation.id, undo, known);
  if (kind !== 'good' && !isReading(operation)) situations.forget(given);
}

const isReading = ({ method }: Operation) => method === 'GET' || method === 'HEAD';

/** Whether the judge sees a fault; a change that makes another operation or a good request of it proves nothing. */
async function isBroken(contract: Contract, { baseUrl }: Target, operation: Operation, request: SentRequest) {
  const route = contract.route(request.method, pathBelow(baseUrl, request.url));
  if (route.found !== 'operation' || route.operation !== operation) return false;
  return (await judgeRequest(contract, route, request)).length > 0;
}

/**
 * Without preconditions nothing is known of what the service holds: then a good request may be refused, and a bad one
 * refused for another reason than its fault.
 */
function judgeOutcome({ operation, wants, kind }: Trial, status: number, informed: boolean): Finding[] {
  if (status === NOT_IMPLEMENTED) return [];
  const isRefusal = status >= 400 && documentedStatuses(operation).includes(status);
  if (!informed && kind !== 'frame' && isRefusal) return [];
  return judgeStatus(wants, status);
}

export function judgeStatus(wants: readonly number[], status: number): Finding[] {
  return wants.includes(status) ? [] : [breach('expected', `Wanted ${wants.join(' or ')}, got ${status}`)];
}
