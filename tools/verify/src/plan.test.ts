import { expect, test } from 'vitest';
import { type Plan, readPlan } from './plan.ts';

const whole: Plan = { tier: 'whole', shard: undefined, sources: true, packages: true, inputs: true };

test.each<[string, boolean, Plan]>([
  ['', false, whole],
  ['', true, { ...whole, tier: 'deep' }],
  ['--quick', false, { ...whole, tier: 'quick', packages: false, inputs: false }],
  ['--shard 1/4', false, { ...whole, shard: '1/4', packages: false, inputs: false }],
  ['--shard=2/4', false, { ...whole, shard: '2/4', sources: false, packages: false, inputs: false }],
  ['--shard 4/4', true, { ...whole, tier: 'deep', shard: '4/4', sources: false, inputs: false }],
  ['--shard 1/1', false, { ...whole, shard: '1/1' }],
])('%s, deep: %s', (args, deep, wanted) => {
  expect(readPlan(args.split(' ').filter(Boolean), deep)).toEqual(wanted);
});

test.each(['--shard', '--shard 0/4', '--shard 5/4', '--shard 1/4 more', '--quick more', 'packages/service'])(
  '%s',
  (args) => {
    expect(() => readPlan(args.split(' '), false)).toThrow('Allowed: --quick, or --shard NUMBER/COUNT such as 1/4.');
  },
);
