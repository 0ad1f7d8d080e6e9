import { createHash } from 'node:crypto';
import type { Operation } from '@mailwright/codegen/description';
import fc from 'fast-check';
import { variable } from '../chains/infer.ts';
import type { Resource } from '../chains/resources.ts';
import { breach } from '../judge/finding.ts';
import { readAnswer } from '../judge/response.ts';
import type { Known } from '../preconditions/fill.ts';
import type { Input } from '../preconditions/preconditions.ts';
import { buildRequest } from '../test-cases/request.ts';
import { differing } from '../values/differing.ts';
import { lostWrites } from './check.ts';
import { fullBody, inputOf, type LawSources, readableOf, withThings } from './things.ts';

/** A step of a sequence, and the resource that it applies to. */
interface Step {
  does: 'read' | 'change' | 'delete' | 'create';
  to: number;
}

/** One thing as it must be, as far as the sequence knows. */
interface Thing {
  known: Known;
  written: object;
  isGone: boolean;
}

/** Sequences per resource, their length, and the time for shrinking one, in milliseconds. */
const SEQUENCES = 6;
const LONGEST = 5;
/** Things beside the first one at the start. */
const MOST_OTHERS = 2;
const PATIENCE = 5_000;

/** Random sequences. Changes and deletions are frequent, because everything is read at the end in any case. */
const sequences = fc.tuple(
  fc.nat({ max: MOST_OTHERS }),
  fc.array(
    fc.record<Step>({
      does: fc.constantFrom('read', 'change', 'delete', 'create', 'change', 'delete'),
      to: fc.nat({ max: MOST_OTHERS }),
    }),
    { minLength: 1, maxLength: LONGEST },
  ),
);
type Sequence = [others: number, steps: Step[]];

/**
 * Does things to several things of a resource in random order, the same for the same seed, and reads them all at the end. Of a
 * sequence after which something is not as it was left, the shortest that shows it is told.
 */
export async function trySequences(resource: Resource, sources: LawSources, seed: string): Promise<void> {
  const { name, read, remove, path } = resource;
  const { contract, target, schemas, situations, call } = sources;
  if (!read) return;
  const readable = Object.keys(readableOf(schemas.answer(read)));
  const change = resource.changes.find((each) => each.path === path && each.method !== 'POST');

  const send = async (
    operation: Operation,
    input: Input,
    about: string,
    fault = (_status: number, _value: unknown): string[] => [],
  ) => {
    const request = buildRequest(contract, target, operation, input);
    let told: string[] = [];
    const { exchange } = await call(operation, about, request, {
      expect: (status, response) => {
        told = fault(status, readAnswer(contract, operation, response));
        return about === SEARCHING ? [] : told.map((message) => breach('state', message));
      },
    });
    return { succeeds: exchange !== undefined && exchange.response.status < 300, told };
  };

  const create = async (): Promise<Thing> => {
    const known = await situations.bringAbout([name], true);
    return { known, written: (known[`${variable(resource)}Body`] ?? {}) as object, isGone: false };
  };

  /**
   * Checks a resource. Compares only texts if it was not the last one changed, because other members may depend on later
   * steps.
   */
  const look = async ({ known, written, isGone }: Thing, isLast: boolean, about: string): Promise<boolean> => {
    const compared = isLast
      ? written
      : Object.fromEntries(Object.entries(written).filter(([, each]) => typeof each === 'string'));
    const { told } = await send(read, inputOf(sources, read, known), about, (status, value) => {
      const isMissing = status === 404 || status === 410;
      if (isGone) return status < 300 ? [`a ${name} that was deleted is still there`] : [];
      if (isMissing) return [`a ${name} that was not deleted is gone`];
      return status < 300 ? lostWrites(compared, value, readable) : [];
    });
    return told.length === 0;
  };

  const changeOne = async (thing: Thing, about: string): Promise<void> => {
    const [content] = change?.bodies ?? [];
    const schema = change && schemas.body(change, content);
    const full = change && !thing.isGone ? await fullBody(sources, change, thing.known) : undefined;
    if (!change || !content || !schema || !full) return;
    const body = differing(schema, full.body, thing.written) as object;
    const input = inputOf(sources, change, thing.known, { body, contentType: content.mediaType });
    if ((await send(change, input, about)).succeeds) thing.written = { ...thing.written, ...body };
  };

  const play = async ([others, all]: Sequence, about: string): Promise<boolean> => {
    const things = [await create()];
    for (let i = 0; i < others; i++) things.push(await create());
    let last = things[0]!;
    for (const { does, to } of all) {
      const thing = things[to % things.length]!;
      if (does === 'create') things.push(await create());
      else if (does === 'change') await changeOne(thing, about);
      else if (does === 'delete' && remove && !thing.isGone)
        thing.isGone = (await send(remove, inputOf(sources, remove, thing.known), about)).succeeds;
      else if (does === 'read' && !(await look(thing, thing === last, about))) return false;
      if (does === 'change') last = thing;
    }
    for (const thing of things) if (!(await look(thing, thing === last, about))) return false;
    return true;
  };

  /** An error is none of the service: it ends the search, and is thrown when that is over. */
  let error: unknown;
  const holds = (sequence: Sequence) =>
    play(sequence, SEARCHING).catch((each: unknown) => {
      error ??= each;
      return true;
    });

  await withThings(resource, sources, async () => {
    const { counterexample } = await fc.check(fc.asyncProperty(sequences, holds), {
      seed: numberOf(`${seed} ${name}`),
      numRuns: SEQUENCES,
      interruptAfterTimeLimit: PATIENCE,
      markInterruptAsFailure: false,
    });
    if (error !== undefined) throw error;
    const [found] = counterexample ?? [];
    if (!found) return;
    // fast-check shortens lists from their start alone.
    let shortest = found;
    for (let i = found[1].length - 1; i >= 0; i--) {
      const fewer: Sequence = [shortest[0], shortest[1].toSpliced(i, 1)];
      if (!(await holds(fewer))) shortest = fewer;
    }
    await play(shortest, `after ${told(shortest).join(', ')}`);
  });
}

/** `create, create, change 2`: the second thing, in turn, is changed. */
function told([others, steps]: Sequence): string[] {
  const creates = Array.from({ length: others + 1 }, () => 'create');
  return [...creates, ...steps.map(({ does, to }) => (does === 'create' ? does : `${does} ${to + 1}`))];
}

const SEARCHING = 'random sequence';

const numberOf = (seed: string): number => createHash('sha256').update(seed).digest().readInt32BE(0);
