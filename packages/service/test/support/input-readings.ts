import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { handlers } from '../../src/app/operations.ts';

/**
 * Every documented parameter counts: what an accepted request carried and no handler ever looked at, in any test of the run,
 * was dropped without a word. Handlers get an input whose properties note that they were read; each test process writes down
 * what came and what was read, and the end of the run compares. A refused request proves nothing: what follows the fault
 * need not be read.
 */
interface Readings {
  present: Set<string>;
  read: Set<string>;
}

type Handler = (input: object, context: unknown) => Promise<unknown>;

/** Wraps the handlers of this process; the function given back writes what they read into the directory. */
export function watchInputs(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const readings: Readings = { present: new Set(), read: new Set() };
  const table = handlers as unknown as Record<string, Handler>;
  for (const [operation, handler] of Object.entries(table)) {
    table[operation] = async (input, context) => {
      const carried: string[] = [];
      const answer = await handler(noting(input, operation, readings, carried) as object, context);
      for (const place of carried) readings.present.add(place);
      return answer;
    };
  }
  const file = join(directory, `${process.pid}-${crypto.randomUUID()}.json`);
  return () => {
    const { present, read } = readings;
    writeFileSync(file, JSON.stringify({ present: [...present], read: [...read] }));
  };
}

/** The value with getters in the place of its properties; bytes, streams and plain values stay as they are. */
function noting(value: unknown, path: string, readings: Readings, carried: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => noting(item, path, readings, carried));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy = {};
  for (const [name, property] of Object.entries(value)) {
    // The media type of a body that may have several: most handlers treat them alike.
    if (name === 'contentType') readings.read.add(`${path}.contentType`);
    const place = `${path}.${name}`;
    const noted = noting(property, place, readings, carried);
    carried.push(place);
    const get = () => {
      readings.read.add(place);
      return noted;
    };
    Object.defineProperty(copy, name, { get, enumerable: true, configurable: true });
  }
  return copy;
}
