/** How much is run: what is cheap, what a change touches, what `npm test` promises, all that CI runs, or what the night adds. */
export type Tier = 'quick' | 'changed' | 'test' | 'full' | 'deep';

/** What a run of the checks includes. */
export interface Plan {
  tier: Tier;
  /** Goes on after `npm test` and leaves out what it ran; both are reported together. */
  rest: boolean;
  /** `1/4`: only this part of the tests, of as many parts. */
  shard: string | undefined;
  /** Lint, types, layers and unused code. */
  sources: boolean;
  /** The packages as they are published. */
  packages: boolean;
  /** Compares all requests of the run with what handlers read; a part of the tests does not read everything. */
  inputs: boolean;
}

const allowed = 'Allowed: --quick, --changed, --full, --full --rest, and --shard NUMBER/COUNT such as 1/4.';

/**
 * Reads the arguments of `npm test`. The first shard checks the sources, the last one the packages; packages belong to the full
 * tier.
 * @throws Error if an argument is unknown or the shard does not exist
 */
export function readPlan(args: readonly string[], deep: boolean): Plan {
  const left = args.flatMap((arg) => arg.split('='));
  const take = (option: string) => left.includes(option) && left.splice(left.indexOf(option), 1).length > 0;
  const [quick, changed, full, rest] = [take('--quick'), take('--changed'), take('--full'), take('--rest')];
  const shard = take('--shard') ? left.shift() : undefined;
  const [, number, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard ?? '1/1') ?? [];
  const refused = left.length > 0 || number === undefined || Number(number) > Number(count);
  if (
    refused ||
    (args.includes('--shard') && shard === undefined) ||
    ((quick || changed) && args.length > 1) ||
    (rest && !full)
  )
    throw new Error(`Unknown arguments: ${args.join(' ')}. ${allowed}`);
  const tier = quick ? 'quick' : changed ? 'changed' : deep ? 'deep' : full ? 'full' : 'test';
  const whole = tier === 'full' || tier === 'deep';
  return {
    tier,
    rest,
    shard,
    sources: number === '1' && !rest,
    packages: number === count && whole,
    inputs: count === '1' && whole,
  };
}
