import { setTimeout } from 'node:timers/promises';
import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { header, type ReceivedResponse } from '../exchange/exchange.ts';
import { findContent, readBody } from '../judge/document.ts';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import { documented } from '../judge/response.ts';
import { builtIns, fill, type Known } from '../preconditions/fill.ts';
import type { Preconditions, Step } from '../preconditions/preconditions.ts';
import { buildRequest, type Target } from '../trials/request.ts';
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
    for (const name of new Set(names)) known = { ...known, ...(await one(name, fresh)) };
    return known;
  }

  function one(name: string, fresh: boolean): Promise<Known> {
    const situation = preconditions.situations.get(name)!;
    const made = kept.get(name);
    if (made && (!fresh || situation.shared)) return made;
    const making = make(name, fresh);
    if (!fresh || situation.shared) kept.set(name, making);
    return making;
  }

  async function make(name: string, fresh: boolean): Promise<Known> {
    const { given = [], steps = [] } = preconditions.situations.get(name)!;
    let known = await bringAbout(given, fresh);
    const own: Record<string, unknown> = {};
    for (const step of steps) {
      const value = await take(name, step, known);
      if (step.as) own[step.as] = value;
      known = { ...known, ...own };
    }
    const { unique: _, ...rest } = known;
    return rest;
  }

  async function take(name: string, { operation: id, with: input = {}, until }: Step, known: Known): Promise<unknown> {
    const operation = contract.model.operations.find((each) => each.id === id)!;
    const request = buildRequest(contract, target, operation, fill(input, known) as Record<string, unknown>);
    const start = performance.now();
    for (;;) {
      const { exchange, findings } = await call(operation, `for ${name}`, request);
      const response = exchange?.response;
      if (response?.status === NOT_IMPLEMENTED) throw new SituationError(`${id} is not implemented`);
      if (!response || response.status >= 300) {
        const answer = response ? `${response.status} ${Buffer.from(response.body)}` : findings[0]?.message;
        throw new SituationError(`"${name}" failed at ${id}: ${answer}`);
      }
      const value = readValue(contract, operation, response);
      if (until === undefined || String(value) === until) return value;
      if (performance.now() - start > PATIENCE) throw new SituationError(`"${name}": ${id} stays ${value}`);
      await setTimeout(POLL);
    }
  }

  return { bringAbout };
}

/** The body of an answer as a value; undefined when it has none that can be read. */
function readValue(contract: Contract, operation: Operation, { status, headers, body }: ReceivedResponse): unknown {
  const contents = documented(operation, status)?.contents ?? [];
  const content = findContent(contents, header(headers, 'content-type') ?? '');
  if (!content || body.length === 0) return undefined;
  const read = readBody(contract, content, 'response', body);
  return 'value' in read ? read.value : undefined;
}
