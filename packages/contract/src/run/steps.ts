import { setTimeout } from 'node:timers/promises';
import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { header, type ReceivedResponse } from '../exchange/exchange.ts';
import { findContent, readBody } from '../judge/document.ts';
import { breach, type Finding } from '../judge/finding.ts';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import { documented } from '../judge/response.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import type { Input, Step, Undo } from '../preconditions/preconditions.ts';
import { buildRequest, limitedKey, type Target } from '../test-cases/request.ts';
import type { Call } from './caller.ts';
import type { Left } from './left.ts';

/** A step that cannot be taken, so that what takes it cannot be tried. */
export class SituationError extends Error {}

/**
 * Takes a step for what is called `purpose`, and gives the body of the answer.
 * @throws SituationError
 */
export type TakeStep = (purpose: string, step: Step, known: Known) => Promise<unknown>;

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

  async function takeStep(purpose: string, step: Step, known: Known): Promise<unknown> {
    if (step.each !== undefined) {
      const items = fill(step.each, known) as unknown[];
      return Promise.all(items.map((each) => take(purpose, step, { ...known, each })));
    }
    if (step.repeat === undefined) return take(purpose, step, known);
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

  async function take(purpose: string, step: Step, known: Known): Promise<unknown> {
    const start = performance.now();
    for (;;) {
      const { status, value, text } = await ask(
        purpose,
        step,
        known,
        step.until === undefined ? mustSucceed : mayBeMissing,
      );
      if (status === NOT_IMPLEMENTED) throw new SituationError(`${step.operation} is not implemented`);
      const isMissing = step.until !== undefined && status === 404;
      if (status >= 300 && !isMissing)
        throw new SituationError(`"${purpose}" failed at ${step.operation}: ${status} ${text}`);
      if (step.until === undefined || (!isMissing && isReached(step.until, value))) return value;
      if (signal?.aborted) throw new SituationError('the run was interrupted');
      if (performance.now() - start > PATIENCE)
        throw new SituationError(`"${purpose}": ${step.operation} stays ${isMissing ? 404 : JSON.stringify(value)}`);
      await setTimeout(POLL);
    }
  }

  async function ask(purpose: string, step: Step, known: Known, expect: (status: number) => Finding[]) {
    const operation = contract.model.operations.find(({ id }) => id === step.operation);
    if (!operation) throw new SituationError(`${step.operation} is skipped`);
    const key = step.by && limitedKey(target, operation);
    if (step.by && !key)
      throw new SituationError(`"${purpose}" requires another key with the right ${operation.right}`);
    const from = key ? { ...target, credentials: key.headers } : target;
    const request = buildRequest(contract, from, operation, fill(step.with ?? {}, known) as Input);
    const { exchange, findings } = await call(operation, `for ${purpose}`, request, expect);
    if (!exchange) throw new SituationError(`"${purpose}" failed at ${operation.id}: ${findings[0]?.message}`);
    const { response } = exchange;
    const text = Buffer.from(response.body).toString();
    return { status: response.status, value: readValue(contract, operation, response), text };
  }
}

function isReached(until: NonNullable<Step['until']>, value: unknown): boolean {
  if (typeof until === 'string') return String(value) === until;
  const children = (value ?? {}) as Known;
  return Object.entries(until).every(([name, wanted]) => [wanted].flat().includes(String(children[name])));
}

const mayBeMissing = (status: number): Finding[] => (status === 404 ? [] : mustSucceed(status));

function mustSucceed(status: number): Finding[] {
  if (status < 300 || status === NOT_IMPLEMENTED) return [];
  return [breach('expected', `Wanted success, got ${status}`)];
}

/** The body of an answer as a value; undefined when it has none that can be read. */
export function readValue(contract: Contract, operation: Operation, response: ReceivedResponse): unknown {
  const contents = documented(operation, response.status)?.contents ?? [];
  const sent = header(response.headers, 'content-type') ?? '';
  const content = findContent(contents, sent);
  if (!content || response.body.length === 0) return undefined;
  const read = readBody(contract, content, sent, 'response', response.body);
  return 'value' in read ? read.value : undefined;
}
