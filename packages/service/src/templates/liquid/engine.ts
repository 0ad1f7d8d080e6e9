import { Liquid } from 'liquidjs';
import { type WriterName, writers } from '../personalization/writers.ts';
import { filterOf } from './filter-name.ts';

/** Tags that a content may use. Others read files, or write values without the filter that escapes them. */
const allowedTags = new Set('if unless case for break continue assign capture comment raw #'.split(' '));
/** Symbols of all contents of a mailing, with what the service adds to them. */
const parseLimit = 10_000_000;
/** Symbols and elements that filters and loops may make for one mail. */
const memoryLimit = 10_000_000;
/** Symbols of a content when it is filled. */
export const maxText = 4_000_000;

/** LiquidJS without files, with limits; they are kept by its own code, so the thread has a deadline besides. */
export function createEngine(): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    parseLimit,
    memoryLimit,
    timezoneOffset: 'UTC',
    locale: 'en',
  });
  for (const tag of Object.keys(engine.tags)) if (!allowedTags.has(tag)) delete engine.tags[tag];
  for (const [writing, write] of Object.entries(writers)) {
    engine.registerFilter(filterOf(writing as WriterName), (value: unknown) => write(textOf(value)));
  }
  return engine;
}

/** A value as people read it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
