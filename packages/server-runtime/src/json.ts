import { type BigintPlaces, parseBigints } from '@mailwright/xml-codec/json';
import { type ApiError, badRequest } from './api-error.ts';
import { numberBeyond } from './json-numbers.ts';
import { type JsonOutline, maxDepth, notJson, positionOf } from './json-scan.ts';
import { isLegalText, show } from './text.ts';

/** Positions of bigints in JSON documents, and the name of the schema. */
export type Bigints = readonly [places: BigintPlaces, schema: string];

/**
 * Parses the JSON of a request body. It also rejects members named `__proto__`, texts that no XML document
 * can contain (NUL, lone surrogates), and nesting deeper than 64.
 * @throws ApiError 400
 */
export function parseJson(text: string, bigints?: Bigints): unknown {
  return parse(text, (message) => message, bigints);
}

/** As `parseJson`, for a list that is read in parts: yields the items of each part. */
export function* parseItems(text: string, parts: NonNullable<JsonOutline['parts']>): Generator<unknown[]> {
  for (const { start, end } of parts) {
    const items = parse(`[${text.slice(start, end)}]`, (message) =>
      message.replace(/position (\d+)(?: \(line \d+ column \d+\))?/, (_, at) =>
        positionOf(text, start + Number(at) - 1),
      ),
    ) as unknown[];
    if (items.length === 0 && parts.length > 1) throw notJson(`Unexpected token ',' at ${positionOf(text, end)}`);
    yield items;
  }
}

function parse(text: string, describe: (message: string) => string, bigints?: Bigints): unknown {
  let value: unknown;
  try {
    value = bigints ? parseBigints(text, ...bigints) : JSON.parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw rounded(error.message);
    throw notJson(show(describe((error as SyntaxError).message)));
  }
  const beyond = bigints ? undefined : numberBeyond(text);
  if (beyond !== undefined) throw rounded(beyond);
  check(value, 'body', 0);
  return value;
}

const rounded = (number: string): ApiError =>
  badRequest(`body must not hold the number ${show(number)}, which would be rounded to ${Number(number)}`);

function check(value: unknown, place: string, depth: number): void {
  if (typeof value === 'string') {
    if (!isLegalText(value)) throw badRequest(`${place} must not contain control characters or lone surrogates`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw badRequest(`body must not be nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) check(value[i], place, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !isLegalText(key)) throw badRequest(`${show(key)} is not allowed as a name in the body`);
    check((value as Record<string, unknown>)[key], show(key), depth + 1);
  }
}
