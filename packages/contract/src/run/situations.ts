import { setTimeout } from 'node:timers/promises';
import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { header, type ReceivedResponse } from '../exchange/exchange.ts';
import { findContent, readBody } from '../judge/document.ts';
import { breach, type Finding } from '../judge/finding.ts';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import { documented } from '../judge/response.ts';
import { builtIns, fill, type Known } from '../preconditions/fill.ts';
import type { Input, Preconditions, Step } from '../preconditions/preconditions.ts';
import { buildRequest, limitedKey, type Target } from '../trials/request.ts';
import type { Call } from './caller.ts';

/** A situation that cannot be brought about. */
export class SituationError extends Error {}

export interface Situations {
  /**
   * Brings situations about, in their order, and tells what they gave.
   * @param fresh made for this once; else one that was made before may do
   * @throws SituationError
   */
  bringAbout(names: readonly string[], fresh: boolean): Promise<Known>;
  /** Makes these anew next time, because something has changed them. */
  forget(names: readonly string[]): void;
}

const POLL = 250;
const PATIENCE = 30_000;

export function createSituations(
  contract: Contract,
  preconditions: Preconditions,
  target: Target,
  call: Call,
): Situations {
  const token = Date.now().toString(36).slice(-6);
  let counter = 0;
  const kept = new Map<string, Promise<Known>>();

  async function bringAbout(names: readonly string[], fresh: boolean): Promise<Known> {
    let known: Known = builtIns(new Date(), `${token}${(counter++).toString(36)}`);
    // Of a situation that is named twice the later one counts, so that needs can come back to what was given before.
    const last = names.filter((name, i) => !names.includes(name, i + 1));
    for (const name of last) known = { ...known, ...(await one(name, fresh)) };
    return known;
  }

  function one(name: string, fresh: boolean): Promise<Known> {
    if (fresh && !preconditions.situations.get(name)!.shared) return make(name);
    const made = kept.get(name) ?? make(name);
    kept.set(name, made);
    return made;
  }

  async function make(name: string): Promise<Known> {
    const { given = [], let: values = {}, steps = [] } = preconditions.situations.get(name)!;
    // Steps may change what they are given, so that it is theirs alone.
    const before = await bringAbout(given, true);
    const own = fill(values, before) as Record<string, unknown>;
    for (const step of steps) {
      const value = await take(name, step, { ...before, ...own });
      if (step.as) own[step.as] = value;
    }
    const { unique: _, ...known } = { ...before, ...own };
    return known;
  }

  async function take(name: string, step: Step, known: Known): Promise<unknown> {
    const operation = contract.model.operations.find((each) => each.id === step.operation)!;
    const key = step.by && limitedKey(target, operation);
    if (step.by && !key) throw new SituationError(`"${name}" takes another key with the right ${operation.right}`);
    const from = key ? { ...target, credentials: key.headers } : target;
    const input = fill(step.with ?? {}, known) as Input;
    const ask = async () => {
      const request = buildRequest(contract, from, operation, input);
      const expect = (status: number) => (step.repeat === undefined ? mustSucceed(status) : []);
      const { exchange, findings } = await call(operation, `for ${name}`, request, expect);
      if (!exchange) throw new SituationError(`"${name}" failed at ${operation.id}: ${findings[0]?.message}`);
      return exchange.response;
    };
    if (step.repeat !== undefined) return repeat(step.repeat, ask);
    const start = performance.now();
    for (;;) {
      const response = await ask();
      checkDone(name, operation, response);
      const value = readValue(contract, operation, response);
      if (step.until === undefined || String(value) === step.until) return value;
      if (performance.now() - start > PATIENCE) throw new SituationError(`"${name}": ${operation.id} stays ${value}`);
      await setTimeout(POLL);
    }
  }

  const forget = (names: readonly string[]) => {
    for (const name of names) if (!preconditions.situations.get(name)!.shared) kept.delete(name);
  };

  return { bringAbout, forget };
}

async function repeat(times: number, ask: () => Promise<ReceivedResponse>): Promise<void> {
  for (let i = 0; i < times; i++) if ((await ask()).status >= 400) return;
}

function mustSucceed(status: number): Finding[] {
  if (status < 300 || status === NOT_IMPLEMENTED) return [];
  return [breach('expected', `Wanted success, got ${status}`)];
}

function checkDone(name: string, operation: Operation, { status, body }: ReceivedResponse): void {
  if (status === NOT_IMPLEMENTED) throw new SituationError(`${operation.id} is not implemented`);
  if (status >= 300) throw new SituationError(`"${name}" failed at ${operation.id}: ${status} ${Buffer.from(body)}`);
}

/** The body of an answer as a value; undefined when it has none that can be read. */
function readValue(contract: Contract, operation: Operation, { status, headers, body }: ReceivedResponse): unknown {
  const contents = documented(operation, status)?.contents ?? [];
  const sent = header(headers, 'content-type') ?? '';
  const content = findContent(contents, sent);
  if (!content || body.length === 0) return undefined;
  const read = readBody(contract, content, sent, 'response', body);
  return 'value' in read ? read.value : undefined;
}
