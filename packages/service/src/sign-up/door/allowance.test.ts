import { describe, expect, test } from 'vitest';
import { takeFromLimits } from '../../platform/network/usage-limits.ts';
import { formKey, isAttacked, limitsOf } from './allowance.ts';

const hour = 3_600_000;
const form = { id: 1, hourly_limit: 500 };

/** Returns the number of accepted sign-ups out of 100,000 within some hours of a virtual clock. */
function accepted(hours: number, from: (n: number) => { domain: string; client: string; network: string }): number {
  const usedUntil = new Map<string, number>();
  let count = 0;
  for (let n = 0; n < 100_000; n++) {
    const taken = takeFromLimits(limitsOf(form, from(n)), usedUntil, (n * hours * hour) / 100_000);
    if (!('granted' in taken)) continue;
    count++;
    for (const [key, time] of taken.granted) usedUntil.set(key, time);
  }
  return count;
}

describe('of 100,000 hostile sign-ups', () => {
  const anyone = (n: number) => ({ domain: `${n}.example`, client: `c${n}`, network: `n${n}` });
  test.each<[string, number, (n: number) => ReturnType<typeof anyone>, number]>([
    ['all at once, from everywhere to everywhere', 0, anyone, 500],
    ['in an hour, from everywhere to everywhere', 1, anyone, 1000],
    ['in a day, from everywhere to everywhere', 24, anyone, 12_500],
    ['in an hour, to one domain', 1, (n) => ({ ...anyone(n), domain: 'a.example' }), 500],
    ['in an hour, from one client', 1, (n) => ({ ...anyone(n), client: 'c', network: 'n' }), 40],
    ['in an hour, from one network', 1, (n) => ({ ...anyone(n), network: 'n' }), 120],
    ['in a day, from one network', 24, (n) => ({ ...anyone(n), network: 'n' }), 1500],
  ])('%s: %i h', (_, hours, from, most) => {
    const count = accepted(hours, from);
    expect(count).toBeLessThanOrEqual(most);
    // The limit is for attackers: all of it may be used.
    expect(count).toBeGreaterThanOrEqual(most - 1);
  });
});

test('what one limit refuses costs the others nothing', () => {
  const usedUntil = new Map([['client c', hour]]);
  const limits = limitsOf(form, { domain: 'a.example', client: 'c', network: 'n' });
  expect(takeFromLimits(limits, usedUntil, 0)).toEqual({ waitMillis: hour / 20, limit: limits[2] });
  expect(takeFromLimits(limits, usedUntil, hour / 20)).toHaveProperty('granted');
});

test('a form is attacked from a quarter of its limit on, until that is over', () => {
  const usedUntil = new Map<string, number>();
  const signUp = () => {
    const taken = takeFromLimits([{ key: formKey(form), uses: 500, hours: 1 }], usedUntil, 0);
    if ('granted' in taken) for (const [key, time] of taken.granted) usedUntil.set(key, time);
    return isAttacked(usedUntil.get(formKey(form)), 0);
  };
  const states = Array.from({ length: 126 }, signUp);
  expect([states[124], states[125]]).toEqual([false, true]);
  expect(isAttacked(usedUntil.get(formKey(form)), hour / 500)).toBe(false);
});
