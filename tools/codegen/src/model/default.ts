import { UnsupportedError } from '../common/errors.ts';
import type { Parameter } from './model.ts';
import { joinPointer } from './pointer.ts';

/**
 * The default of a parameter as a value of its type: descriptions often quote it, `type: integer, default: '10'`.
 * @throws UnsupportedError when it is no such value
 */
export function typedDefault(given: unknown, scalar: Parameter['scalar'], array: boolean, pointer: string): unknown {
  const of = (value: unknown): unknown => {
    const typed = read(String(value), scalar);
    if (value !== null && typeof value !== 'object' && typed !== undefined) return typed;
    const message = `${JSON.stringify(value)} is no ${scalar}, so that it cannot be the default`;
    throw new UnsupportedError([{ pointer: joinPointer(pointer, 'default'), message }]);
  };
  if (array) return (Array.isArray(given) ? given : [given]).map(of);
  return of(given);
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function read(text: string, scalar: Parameter['scalar']): unknown {
  if (scalar === 'string') return text;
  if (scalar === 'boolean') return BOOLEANS.get(text);
  const number = text.trim() === '' ? Number.NaN : Number(text);
  // The runtime makes a bigint of it.
  if (scalar === 'bigint') return Number.isSafeInteger(number) ? number : undefined;
  return (scalar === 'integer' ? Number.isInteger(number) : Number.isFinite(number)) ? number : undefined;
}
