import { setTimeout } from 'node:timers/promises';
import type { Contract } from '../contract/contract.ts';
import { breach, type Finding } from '../judge/finding.ts';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import { readAnswer } from '../judge/response.ts';
import type { Left } from '../ownership/left.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import type { Input, Step, Undo } from '../preconditions/preconditions.ts';
import { buildRequest, limitedKey, type Target } from '../test-cases/request.ts';
import { type Call, WOULD_HARM } from './caller.ts';

/** A step that cannot be taken, so that what takes it cannot be tried. */
export class SituationError extends Error {
  /** Status with which the service refused the step. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Takes a step for what is called `purpose`, and gives the body of the answer.
 * @param guessed nobody has declared it, so that it may be refused
 * @throws SituationError
 */
export type TakeStep = (purpose: string, step: Step, known: Known, guessed?: boolean) => Promise<unknown>;

/** Takes away what is called `purpose`, as far as it can be, and tells what is left of it. */
export type TakeAway = (purpose: string, undo: Undo, known: Known) => Promise<Left[]>;

export interface Steps {
  take: TakeStep;
  takeAway: TakeAway;
}

const POLL = 100;
const PATIENCE = 120_000;

/** @param signal when it is aborted, nothing is waited for any more */
export function createSteps(contract: Contract, target: Target, call: Call, signal?: AbortSignal): Steps {
  return { take: takeStep, takeAway };

  async function takeStep(purpose: string, step: Step, known: Known, guessed = false): Promise<unknown> {
    if (step.each !== undefined) {
      const items = fill(step.each, known) as unknown[];
      return Promise.all(items.map((each) => take(purpose, step, { ...known, each }, guessed)));
    }
    if (step.repeat === undefined) return take(purpose, step, known, guessed);
    const values: unknown[] = [];
    for (let i = 0; i < step.repeat; i++) {
      const { status, value } = await ask(purpose, step, known, () => []);
      if (status >= 400) break;
      values.push(value);
    }
    return values;
  }

  async function takeAway(purpose: string, undo: Undo, known: Known): Promise<Left[]> {
    const left: Left[] = [];
    try {
      const items = undo.each === undefined ? [{}] : (fill(undo.each, known) as unknown[]).map((each) => ({ each }));
      for (const item of items) {
        const all = { ...known, ...item };
        const why = await refusal(purpose, undo, all);
        if (why === undefined || undo.kind === undefined) continue;
        left.push({ kind: undo.kind, name: String(fill(undo.name ?? '', all)), why });
      }
    } catch (error) {
      // What is known under no name was never made.
      if (!(error instanceof RangeError)) throw error;
    }
    return left;
  }

  /** Why something could not be taken away; undefined when it is gone. */
  async function refusal(purpose: string, undo: Undo, known: Known): Promise<string | undefined> {
    const { operation, with: input, by } = undo;
    if (operation === undefined) return 'no operation deletes it';
    const step = { operation, ...(input && { with: input }), ...(by && { by }) };
    try {
      const { status, value, text } = await ask(`undo ${purpose}`, step, known, () => []);
      if (status < 300 || status === 404 || status === 410) return undefined;
      const { message = text } = (value ?? {}) as { message?: string };
      return `${operation}: ${status} ${message}`.trim();
    } catch (error) {
      if (error instanceof SituationError) return error.message;
      throw error;
    }
  }

  async function take(purpose: string, step: Step, known: Known, guessed: boolean): Promise<unknown> {
    const start = performance.now();
    for (;;) {
      const expect = guessed ? () => [] : step.until === undefined ? mustSucceed : mayBeMissing;
      const { status, value, text } = await ask(purpose, step, known, expect, guessed);
      if (status === NOT_IMPLEMENTED) throw new SituationError(`${step.operation} is not implemented`);
      const isMissing = step.until !== undefined && status === 404;
      if (status >= 300 && !isMissing)
        throw new SituationError(`"${purpose}" failed at ${step.operation}: ${status} ${text}`, status);
      if (step.until === undefined || (!isMissing && isReached(step.until, value))) return value;
      if (signal?.aborted) throw new SituationError('the run was interrupted');
      if (performance.now() - start > PATIENCE)
        throw new SituationError(`"${purpose}": ${step.operation} stays ${isMissing ? 404 : JSON.stringify(value)}`);
      await setTimeout(POLL);
    }
  }

  async function ask(
    purpose: string,
    step: Step,
    known: Known,
    expect: (status: number) => Finding[],
    guessed = false,
  ) {
    const operation = contract.model.operations.find(({ id }) => id === step.operation);
    if (!operation) throw new SituationError(`${step.operation} is skipped`);
    const key = step.by && limitedKey(target, operation);
    if (step.by && !key)
      throw new SituationError(`"${purpose}" requires another key with the right ${operation.right}`);
    const from = key ? { ...target, credentials: key.headers } : target;
    const request = buildRequest(contract, from, operation, fill(step.with ?? {}, known) as Input);
    const { exchange, findings, withheld } = await call(operation, `for ${purpose}`, request, {
      expect,
      declared: !guessed,
    });
    if (withheld) throw new SituationError(WOULD_HARM);
    if (!exchange) throw new SituationError(`"${purpose}" failed at ${operation.id}: ${findings[0]?.message}`);
    const { response } = exchange;
    const text = Buffer.from(response.body).toString();
    return { status: response.status, value: readAnswer(contract, operation, response), text };
  }
}

function isReached(until: NonNullable<Step['until']>, value: unknown): boolean {
  // Arazzo compares texts in any case (1.0.1, "Criterion Object").
  const isOneOf = (value: unknown, wanted: string | string[]) =>
    [wanted].flat().some((each) => each.toLowerCase() === String(value).toLowerCase());
  if (typeof until === 'string') return isOneOf(value, until);
  const children = (value ?? {}) as Known;
  return Object.entries(until).every(([name, wanted]) => isOneOf(children[name], wanted));
}

const mayBeMissing = (status: number): Finding[] => (status === 404 ? [] : mustSucceed(status));

function mustSucceed(status: number): Finding[] {
  if (status < 300 || status === NOT_IMPLEMENTED) return [];
  return [breach('expected', `Wanted success, got ${status}`)];
}
