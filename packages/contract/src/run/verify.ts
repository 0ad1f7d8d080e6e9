import type { Operation } from '@mailwright/codegen/description';
import { XmlError } from '@mailwright/xml-codec';
import type { Contract } from '../contract/contract.ts';
import type { SentRequest } from '../exchange/exchange.ts';
import type { Sender } from '../exchange/send.ts';
import { breach, type Finding } from '../judge/finding.ts';
import { judgeRequest, NOT_IMPLEMENTED, pathBelow } from '../judge/judge.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import type { Preconditions } from '../preconditions/preconditions.ts';
import { trialsOf } from '../trials/index.ts';
import { buildRequest, powerlessKey, type Target } from '../trials/request.ts';
import { strayTrials } from '../trials/stray.ts';
import { documentedStatuses, type Trial } from '../trials/trial.ts';
import type { Corpus } from '../values/corpus.ts';
import { type Call, createCaller } from './caller.ts';
import type { Record, Untried } from './record.ts';
import { createSituations, type Situations } from './situations.ts';
import { createSteps, readValue, SituationError } from './steps.ts';

export interface VerifyOptions {
  contract: Contract;
  preconditions: Preconditions;
  corpus: Corpus;
  target: Target;
  sender: Sender;
  /** Operations tried at a time. */
  concurrency: number;
  /** The target is a mock: each wanted status is asked for with `Prefer: code`. */
  prefer?: boolean;
  onRecord: (record: Record) => void;
  onUntried: (untried: Untried) => void;
  /** Told when all is tried on an operation. */
  onOperation?: (operation: Operation) => void;
}

/** Tries every operation against every documented status. Everything is told to the callbacks. */
export async function verify(options: VerifyOptions): Promise<void> {
  const { contract, preconditions, target, sender, concurrency, onOperation } = options;
  const baseUrls = [target.baseUrl, ...(target.plainUrl ? [target.plainUrl] : [])];
  const call = createCaller(contract, baseUrls, sender, options.onRecord);
  const situations = createSituations(preconditions, createSteps(contract, target, call));
  const isAlone = ({ id }: Operation) => preconditions.operations.get(id)?.alone === true;
  const run = async (operation: Operation) => {
    await tryOperation(operation, options, call, situations);
    onOperation?.(operation);
  };
  await inParallel(
    contract.model.operations.filter((each) => !isAlone(each)),
    concurrency,
    run,
  );
  await inParallel(contract.model.operations.filter(isAlone), 1, run);
  await inParallel(strayTrials(contract, target), concurrency, async ({ about, wants, request }) => {
    await call(undefined, about, request, (status) => judgeStatus(wants, status));
  });
  await situations.undo();
}

async function tryOperation(
  operation: Operation,
  options: VerifyOptions,
  call: Call,
  situations: Situations,
): Promise<void> {
  const { contract, target } = options;
  const { maxBody } = contract.model;
  const trials = await trialsOf(operation, options, {
    powerless: powerlessKey(target, operation) !== undefined,
    plain: target.plainUrl !== undefined,
    prefer: options.prefer === true,
    ...('x-max-body' in contract.model.document ? { maxBody } : {}),
  });
  let implemented = true;
  for (const trial of trials) {
    if (!implemented && trial.kind !== 'frame') continue;
    const status = await attempt(trial, options, call, situations);
    if (status === NOT_IMPLEMENTED) implemented = false;
  }
}

/** @returns the status of the answer */
async function attempt(trial: Trial, options: VerifyOptions, call: Call, situations: Situations) {
  const { contract, target, preconditions, onUntried } = options;
  const informed = preconditions.situations.size > 0;
  const { operation, about, kind, wire, pretended } = trial;
  let request: SentRequest;
  let known: Known = {};
  let expect: ((status: number) => Finding[]) | undefined = (status) => judgeOutcome(trial, status, informed);
  try {
    const changes = kind === 'good' && !['GET', 'HEAD'].includes(operation.method);
    known = await situations.bringAbout(trial.given, changes);
    request = buildRequest(contract, target, operation, fill(trial.input, known) as Trial['input'], wire);
  } catch (error) {
    // What cannot be written in XML cannot be sent: nothing to try.
    if (error instanceof XmlError && kind === 'broken') return undefined;
    if (!(error instanceof SituationError || error instanceof RangeError || error instanceof XmlError)) throw error;
    if (kind !== 'frame') onUntried({ operation: operation.id, about, why: error.message });
    if (!pretended) return undefined;
    request = buildRequest(contract, target, operation, pretended, wire);
    if (kind !== 'frame') expect = undefined;
  }
  if (kind === 'broken' && !(await isBroken(contract, target, operation, request))) return undefined;
  const { exchange } = await call(operation, about, request, expect);
  const status = exchange?.response.status;
  const { undo } = preconditions.operations.get(operation.id) ?? {};
  if (undo && exchange && status !== undefined && status < 300)
    situations.undoLater(operation.id, undo, { ...known, answer: readValue(contract, operation, exchange.response) });
  if (!informed && kind === 'good' && status !== undefined && status >= 400 && status !== NOT_IMPLEMENTED)
    onUntried({
      operation: operation.id,
      about,
      why: `answered with ${status}; declare what it needs as preconditions`,
    });
  if (kind !== 'good' && operation.method !== 'GET' && status !== undefined && status < 300)
    situations.forget(trial.given);
  return status;
}

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

function judgeStatus(wants: readonly number[], status: number): Finding[] {
  return wants.includes(status) ? [] : [breach('expected', `Wanted ${wants.join(' or ')}, got ${status}`)];
}

async function inParallel<T>(items: T[], width: number, run: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await run(item);
    }),
  );
}
