/** What a run of the checks includes. */
export interface Plan {
  tier: 'quick' | 'whole' | 'deep';
  /** `1/4`: only this part of the tests, of as many parts. */
  shard: string | undefined;
  /** Lint, types, layers and unused code. */
  sources: boolean;
  /** The packages as they are published. */
  packages: boolean;
  /** Compares all requests of the run with what handlers read; a part of the tests does not read everything. */
  inputs: boolean;
}

/**
 * Reads the arguments of `npm test`: `--quick`, or `--shard 1/4`. The first shard checks the sources, the last one the packages.
 * @throws Error if an argument is unknown or the shard does not exist
 */
export function readPlan(args: readonly string[], deep: boolean): Plan {
  const [option, value, ...others] = args.flatMap((arg) => arg.split('='));
  if (option === undefined) return plan(deep ? 'deep' : 'whole');
  if (option === '--quick' && value === undefined) return { ...plan('quick'), packages: false, inputs: false };
  const [, number, count] =
    /^([1-9]\d*)\/([1-9]\d*)$/.exec((option === '--shard' && others.length === 0 && value) || '') ?? [];
  if (number === undefined || Number(number) > Number(count))
    throw new Error(`Unknown arguments: ${args.join(' ')}. Allowed: --quick, or --shard NUMBER/COUNT such as 1/4.`);
  const [first, last] = [number === '1', number === count];
  return {
    ...plan(deep ? 'deep' : 'whole'),
    shard: `${number}/${count}`,
    sources: first,
    packages: last,
    inputs: count === '1',
  };
}

const plan = (tier: Plan['tier']): Plan => ({ tier, shard: undefined, sources: true, packages: true, inputs: true });
