import { readFileSync } from 'node:fs';
import { bounceEvents } from '../sending/index.ts';

/**
 * Reads the keys of providers from a file; `undefined` without one.
 * @throws Error if the file cannot be used
 */
export function eventKeys(file: string | undefined): bounceEvents.EventKeys | undefined {
  if (file === undefined) return undefined;
  let keys: unknown;
  try {
    keys = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`--bounce-events: ${file} cannot be read: ${(error as Error).message}`);
  }
  const isObject = typeof keys === 'object' && keys !== null && !Array.isArray(keys);
  const entries = isObject ? Object.entries(keys as object) : [];
  if (entries.length === 0 || entries.some(([, key]) => typeof key !== 'string' || key === ''))
    throw new Error(`--bounce-events: ${file} must contain an object with a key for each provider`);
  const unknown = entries.find(([name]) => !bounceEvents.eventProviders.includes(name))?.[0];
  if (unknown !== undefined)
    throw new Error(
      `--bounce-events: there is no provider "${unknown}"; there are ${bounceEvents.eventProviders.join(', ')}`,
    );
  return Object.fromEntries(entries) as bounceEvents.EventKeys;
}
