import { expect, test } from 'vitest';
import { type Plan, readPlan } from './plan.ts';

const all: Plan = { tier: 'full', rest: false, shard: undefined, sources: true, packages: true, inputs: true };
const some: Plan = { ...all, tier: 'test', packages: false, inputs: false };

test.each<[string, boolean, Plan]>([
  ['', false, some],
  ['--full', false, all],
  ['--full --rest', false, { ...all, rest: true, sources: false }],
  ['', true, { ...all, tier: 'deep' }],
  ['--quick', false, { ...some, tier: 'quick' }],
  ['--changed', false, { ...some, tier: 'changed' }],
  ['--shard 1/4', false, { ...some, shard: '1/4' }],
  ['--full --shard 1/4', false, { ...all, shard: '1/4', packages: false, inputs: false }],
  ['--full --rest --shard 4/4', false, { ...all, rest: true, shard: '4/4', sources: false, inputs: false }],
  ['--full --shard=2/4', false, { ...all, shard: '2/4', sources: false, packages: false, inputs: false }],
  ['--shard 4/4', true, { ...all, tier: 'deep', shard: '4/4', sources: false, inputs: false }],
  ['--full --shard 1/1', false, { ...all, shard: '1/1' }],
])('%s, deep: %s', (args, deep, wanted) => {
  expect(readPlan(args.split(' ').filter(Boolean), deep)).toEqual(wanted);
});

test.each(['--shard', '--shard 0/4', '--shard 5/4', '--shard 1/4 more', '--quick more', '--rest', 'packages/service'])(
  '%s',
  (args) => {
    expect(() => readPlan(args.split(' '), false)).toThrow(
      `Unknown arguments: ${args}. Allowed: --quick, --changed, --full, --full --rest, and --shard NUMBER/COUNT such as 1/4.`,
    );
  },
);
