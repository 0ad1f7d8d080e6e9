import { spanFacts } from '../tracing/span.ts';
import type { Log } from './log.ts';

export type LogFormat = 'text' | 'json';

/**
 * The log of a process: lines as they are, or JSON objects with time, level, message, facts and span. What looks like a mail
 * address is left out, because messages of databases and mail servers may name some.
 */
export function operatorLog(format: LogFormat, write: (line: string) => void, now: () => Date = () => new Date()): Log {
  if (format === 'text') return (line) => write(withoutAddresses(line));
  return (line, { level = 'warn', ...facts } = {}) =>
    write(
      JSON.stringify({ time: now().toISOString(), level, message: withoutAddresses(line), ...facts, ...spanFacts() }),
    );
}

const address = /(?<![\p{L}\p{N}.!#$%&'*+=?^_`{|}~-])[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}][\p{L}\p{N}.-]*/gu;

/** Replaces what looks like a mail address. */
export const withoutAddresses = (line: string) => (line.includes('@') ? line.replace(address, '<address>') : line);
