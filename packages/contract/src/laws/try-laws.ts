import type { JsonSchema, Operation, Parameter } from '@mailwright/codegen/description';
import { variable } from '../chains/infer.ts';
import type { Resource } from '../chains/resources.ts';
import { propertiesOf } from '../contract/schemas.ts';
import type { ReceivedResponse } from '../exchange/exchange.ts';
import { breach } from '../judge/finding.ts';
import { readAnswer } from '../judge/response.ts';
import type { Known } from '../preconditions/fill.ts';
import type { Input } from '../preconditions/preconditions.ts';
import { buildRequest } from '../test-cases/request.ts';
import { differing } from '../values/differing.ts';
import { disorder, filteredBy, isLimit, isSort, lostWrites, strangers, surplus } from './check.ts';
import { fullBody, inputOf, itemsIn, type LawSources, readableOf, withThings } from './things.ts';

/**
 * Tries on the things of a resource what no single answer shows: what was written is read, filters filter, bounded lists are
 * short, and sorted lists are sorted. A resource that cannot be made is left alone.
 */
export async function tryLaws(resource: Resource, sources: LawSources): Promise<void> {
  const { contract, schemas, preconditions, situations, target, call } = sources;
  const { name, read, list, create, changes, path } = resource;
  await withThings(resource, sources, async (known) => {
    if (read) await checkRead(read, known, known[`${variable(resource)}Body`], 'what was made is read');
    if (read && create) await checkCreate(create, read);
    for (const change of changes)
      if (change.path === path && change.method !== 'POST') await checkChange(change, known);
    if (list) await checkList(list, known);
  });

  async function send(operation: Operation, about: string, input: Input, check: (value: unknown) => string[]) {
    const expect = (status: number, response: ReceivedResponse) =>
      status >= 300 ? [] : check(readAnswer(contract, operation, response)).map((message) => breach('state', message));
    const request = buildRequest(contract, target, operation, input);
    const { exchange } = await call(operation, about, request, { expect });
    if (exchange === undefined || exchange.response.status >= 300) return undefined;
    return { value: readAnswer(contract, operation, exchange.response) };
  }

  async function checkRead(operation: Operation, known: Known, written: unknown, about: string): Promise<void> {
    const readable = Object.keys(readableOf(schemas.answer(operation)));
    await send(operation, about, inputOf(sources, operation, known), (value) => lostWrites(written, value, readable));
  }

  /** The smallest request has made what was read before: now one with all that may be sent. */
  async function checkCreate(create: Operation, read: Operation): Promise<void> {
    const { given = [] } = preconditions.situations.get(name)!;
    const full = await fullBody(sources, create, await situations.bringAbout(given, true));
    if (!full) return;
    const { body } = full;
    const contentType = create.bodies[0]?.mediaType;
    const input = inputOf(sources, create, full.known, { body, contentType });
    const made = await send(create, 'all properties', input, () => []);
    if (!made) return;
    const known = { ...full.known, [variable(resource)]: made.value };
    await checkRead(read, known, body, 'what was made with all properties is read');
  }

  async function checkChange(change: Operation, known: Known): Promise<void> {
    const [content] = change.bodies;
    const schema = schemas.body(change, content);
    const full = await fullBody(sources, change, known);
    if (!schema || !content || !full || !read) return;
    const before = { ...(known[`${variable(resource)}Body`] as object), ...(known[variable(resource)] as object) };
    const body = differing(schema, full.body, before);
    const isDone = await send(
      change,
      'other values',
      inputOf(sources, change, known, { body, contentType: content.mediaType }),
      () => [],
    );
    if (isDone) await checkRead(read, known, body, `what ${change.method} has written is read`);
  }

  async function checkList(operation: Operation, known: Known): Promise<void> {
    const { items = undefined } = resource;
    if (items === undefined) return;
    const properties = Object.keys(readableOf(itemSchema(schemas.answer(operation), items)));
    for (const parameter of operation.parameters.filter((each) => each.in === 'query' && !each.array)) {
      const ask = (wanted: unknown, check: (items: unknown[]) => string[]) =>
        send(
          operation,
          `${parameter.name}=${wanted}`,
          inputOf(sources, operation, known, { [parameter.name]: wanted }),
          (value) => check(itemsIn(value, items)),
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
