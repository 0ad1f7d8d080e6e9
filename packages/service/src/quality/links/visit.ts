import { inParallel } from '../../platform/tasks/in-parallel.ts';
import type { Finding } from '../findings/findings.ts';

/** Addresses that one check asks at the same time, so that the checks of others have their turns. */
const parallel = 4;
const defaultTimeoutMillis = 120_000;

/** Does something with each address, for two minutes; says how many were left then. */
export async function visitAddresses(
  addresses: ReadonlySet<string>,
  visit: (address: string) => Promise<void>,
  timeoutMillis = defaultTimeoutMillis,
): Promise<Finding[]> {
  const end = performance.now() + timeoutMillis;
  let left = 0;
  await inParallel(parallel, [...addresses], async (address) => {
    if (performance.now() < end) await visit(address);
    else left++;
  });
  if (left === 0) return [];
  const message = `${left} addresses were not tried, because the others took ${Math.round(timeoutMillis / 60_000)} minutes.`;
  return [{ code: 'addresses_untried', severity: 'warning', message }];
}
