import type { JsonSchema, Operation, Parameter } from '@mailwright/codegen/description';
import { variable } from '../chains/infer.ts';
import type { Resource } from '../chains/resources.ts';
import { propertiesOf, type Schemas } from '../chains/schemas.ts';
import type { Contract } from '../contract/contract.ts';
import type { ReceivedResponse } from '../exchange/exchange.ts';
import { breach } from '../judge/finding.ts';
import { readAnswer } from '../judge/response.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import type { Input, Preconditions } from '../preconditions/preconditions.ts';
import type { Call } from '../run/caller.ts';
import type { Situations } from '../run/situations.ts';
import { SituationError } from '../run/steps.ts';
import { buildRequest, type Target } from '../test-cases/request.ts';
import { differing } from '../values/differing.ts';
import { disorder, filteredBy, isLimit, isSort, lostWrites, strangers, surplus } from './check.ts';

export interface LawSources {
  contract: Contract;
  schemas: Schemas;
  preconditions: Preconditions;
  target: Target;
  situations: Situations;
  call: Call;
}

/**
 * Tries on the things of a resource what no single answer shows: what was written is read, filters filter, bounded lists are
 * short, and sorted lists are sorted. A resource that cannot be made is left alone.
 */
export async function tryLaws(resource: Resource, sources: LawSources): Promise<void> {
  const { contract, schemas, preconditions, target, situations, call } = sources;
  const { name, read, list, changes, path } = resource;
  if (!preconditions.situations.get(name)?.guessed) return;
  try {
    const known = await situations.bringAbout([name, `another ${name}`], true);
    if (read) await checkRead(read, known, known[`${variable(resource)}Body`], 'what was made is read');
    for (const change of changes)
      if (change.path === path && change.method !== 'POST') await checkChange(change, known);
    if (list) await checkList(list, known);
  } catch (error) {
    // What cannot be made is told where it is tried.
    if (!(error instanceof SituationError || error instanceof RangeError)) throw error;
  }

  /** Input of an operation on the thing that is known. */
  function inputOf(operation: Operation, known: Known, more: Input = {}): Input {
    const ids = operation.parameters
      .filter(({ in: place }) => place === 'path')
      .flatMap(({ name: parameter }) => {
        const binding = [...preconditions.parameters].find(
          ([key]) => key.startsWith(`path ${parameter} of `) && operation.path.startsWith(key.split(' of ')[1]!),
        )?.[1];
        return binding?.value === undefined ? [] : [[parameter, fill(binding.value, known)]];
      });
    return { ...Object.fromEntries(ids), ...more };
  }

  async function send(operation: Operation, about: string, input: Input, check: (value: unknown) => string[]) {
    const expect = (status: number, response: ReceivedResponse) =>
      status >= 300 ? [] : check(readAnswer(contract, operation, response)).map((message) => breach('state', message));
    const request = buildRequest(contract, target, operation, input);
    const { exchange } = await call(operation, about, request, { expect });
    return exchange !== undefined && exchange.response.status < 300;
  }

  async function checkRead(operation: Operation, known: Known, written: unknown, about: string): Promise<void> {
    const readable = Object.keys(readableOf(schemas.answer(operation)));
    await send(operation, about, inputOf(operation, known), (value) => lostWrites(written, value, readable));
  }

  async function checkChange(change: Operation, known: Known): Promise<void> {
    const [content] = change.bodies;
    const schema = schemas.body(change, content);
    const template = preconditions.operations.get(change.id)?.bodies?.[0]?.value;
    if (!schema || !content || template === undefined || !read) return;
    const before = { ...(known[`${variable(resource)}Body`] as object), ...(known[variable(resource)] as object) };
    const body = differing(schema, fill(template, known), before);
    const isDone = await send(
      change,
      'other values',
      inputOf(change, known, { body, contentType: content.mediaType }),
      () => [],
    );
    if (isDone) await checkRead(read, known, body, `what ${change.method} has written is read`);
  }

  async function checkList(operation: Operation, known: Known): Promise<void> {
    const { items = undefined } = resource;
    if (items === undefined) return;
    const itemsIn = (value: unknown): unknown[] => {
      const found = items.reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], value);
      return Array.isArray(found) ? found : [];
    };
    const properties = Object.keys(readableOf(itemSchema(schemas.answer(operation), items)));
    for (const parameter of operation.parameters.filter((each) => each.in === 'query' && !each.array)) {
      const ask = (wanted: unknown, check: (items: unknown[]) => string[]) =>
        send(
          operation,
          `${parameter.name}=${wanted}`,
          inputOf(operation, known, { [parameter.name]: wanted }),
          (value) => check(itemsIn(value)),
        );
      if (isLimit(parameter.name)) {
        const least = Math.max(parameter.schema.minimum ?? 1, 1);
        await ask(least, (found) => surplus(found, parameter.name, least));
      } else if (isSort(parameter.name)) {
        for (const key of alternatives(parameter).filter((each) => properties.includes(each)))
          await ask(key, (found) => disorder(found, parameter.name, key));
      } else {
        const key = filteredBy(parameter.name, properties);
        if (key === undefined) continue;
        for (const wanted of choicesOf(parameter)) await ask(wanted, (found) => strangers(found, key, wanted));
      }
    }
  }
}

const readableOf = (schema: JsonSchema | undefined) =>
  Object.fromEntries(Object.entries(schema ? propertiesOf(schema) : {}).filter(([, each]) => !each.writeOnly));

function itemSchema(schema: JsonSchema | undefined, keys: string[]): JsonSchema | undefined {
  const list = keys.reduce<JsonSchema | undefined>((node, key) => node && propertiesOf(node)[key], schema);
  return list?.items;
}

function choicesOf({ schema }: Parameter): unknown[] {
  if (schema.enum) return schema.enum;
  return schema.type === 'boolean' ? [true, false] : [];
}

/** The values of an enumeration, or of a pattern that is no more than one: `^(name|price)$`. */
function alternatives({ schema }: Parameter): string[] {
  if (schema.enum) return schema.enum.map(String);
  return /^\^?\(?([\w|]+)\)?\$?$/.exec(schema.pattern ?? '')?.[1]?.split('|') ?? [];
}
