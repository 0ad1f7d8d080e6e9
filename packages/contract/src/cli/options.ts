import { readFileSync } from 'node:fs';
import type { HeaderLines } from '../exchange/exchange.ts';
import { InputError } from '../input-error.ts';
import { UNSTATED_RULES, type UnstatedRule } from '../judge/finding.ts';
import type { LimitedKey } from '../test-cases/request.ts';

/** `https://example.com/1.0/` -> without the slash at the end. */
export function readUrl(text: string, option: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InputError(`${option} must be an http: or https: URL but was ${text}`);
  return text.replace(/\/$/, '');
}

/** Address of a service in recorded traffic. Reports name it: a user and a password in it are left out. */
export function readBase(text: string): string {
  const { origin, pathname } = new URL(readUrl(text, '--base'));
  return origin + pathname.replace(/\/$/, '');
}

export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InputError(`--port must be a number from 0 to 65535 but was ${text}`);
  return port;
}

export function readPercent(text: string): number {
  const percent = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || percent > 100)
    throw new InputError(`--min-coverage must be a number from 0 to 100 but was ${text}`);
  return percent;
}

/** `1%`, or `1`: a part of the traffic in percent. */
export function readSample(text: string): number {
  const percent = Number(text.replace(/%$/, ''));
  if (!/^\d+(\.\d+)?%?$/.test(text) || percent === 0 || percent > 100)
    throw new InputError(`--sample must be a part of the traffic, more than 0% and at most 100%, but was ${text}`);
  return percent;
}

/** Longest that a timer of Node waits. */
const LONGEST_LIMIT = 2_000_000;

export function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds === 0 || seconds > LONGEST_LIMIT)
    throw new InputError(`--time-limit must be a number of seconds from 1 to ${LONGEST_LIMIT} but was ${text}`);
  return seconds;
}

/** `X-Api-Key: abc`. */
export function readHeader(text: string): [string, string] {
  const found = /^([\w-]+):\s*(.+)$/.exec(text);
  if (!found) throw new InputError(`--header must be "Name: value" but was "${text}"`);
  return [found[1]!, found[2]!];
}

/** `apikey=abc`. */
export function readQuery(text: string): [string, string] {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0) throw new InputError(`--query must be "name=value" but was "${text}"`);
  return [name, value.join('=')];
}

/** `doctype`. */
export function readUnstatedRule(text: string): UnstatedRule {
  const rule = UNSTATED_RULES.find((each) => each === text);
  if (rule === undefined)
    throw new InputError(`--without: there is no rule "${text}"; the rules are ${UNSTATED_RULES.join(', ')}`);
  return rule;
}

export const authorization = (value: string): HeaderLines => [['Authorization', value]];

/** `get,post: Bearer abc`: a key with these rights alone. */
export function readLimitedKey(text: string): LimitedKey {
  const found = /^([\w, -]+?)\s*:\s*(.+)$/.exec(text);
  if (!found) throw new InputError(`--limited-auth must be "right,right: value of Authorization" but was "${text}"`);
  return { rights: found[1]!.split(',').map((right) => right.trim()), headers: authorization(found[2]!) };
}

export function readPem(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`${option}: ${code === 'ENOENT' ? `there is no file ${file}` : message}`);
  }
}
