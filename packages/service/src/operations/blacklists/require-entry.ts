import { badRequest } from '@mailwright/server';
import { blacklistEntry } from '../../people/index.ts';

/** Returns the normal form of an entry of a list. @throws ApiError 400 if no address can match it */
export function requireEntry(text: string, index: number): string {
  const entry = blacklistEntry.parseEntry(text);
  if (entry !== undefined) return entry;
  throw badRequest(
    `entries/entry[${index + 1}] must be an address, *@domain or local@* that an address can match but was "${text}"`,
  );
}
