import { closestKeys, type DkimRecord, dkimRecord } from './keys.ts';
import type { DkimKey } from './sign.ts';

/** Texts of a name in the DNS: empty if there are none, `undefined` if the DNS does not answer. */
export type ReadTexts = (name: string) => Promise<readonly string[] | undefined>;

/** Keys of a service that signs its mails, and access to the records of receivers. */
export interface DkimSetup {
  keys(): readonly DkimKey[];
  texts: ReadTexts;
}

/** Returns why mails of a sender are not signed although there is a directory of keys, or `undefined` if they are. */
export function missingKeyFault(keys: readonly DkimKey[], sender: string): string | undefined {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  if (closestKeys(keys, domain).length > 0) return undefined;
  return `The directory of --dkim-keys has no key for ${domain}, so its mails are not signed. Create one: mailwright dkim --domain ${domain}`;
}

/** Returns what is wrong with the records of a key, or `undefined` if one has its public half. */
export function recordFault({ value }: DkimRecord, records: readonly string[]): string | undefined {
  if (records.length === 0) return `There is no record. Add TXT "${value}".`;
  const wanted = publicKeyOf(value);
  if (records.some((record) => publicKeyOf(record) === wanted)) return undefined;
  return `The record contains another key, so signatures are invalid. Replace it with TXT "${value}".`;
}

/** Returns why receivers cannot verify mails of a sender; what the DNS does not answer is no fault. */
export async function signatureFaults({ keys, texts }: DkimSetup, sender: string): Promise<string[]> {
  const missing = missingKeyFault(keys(), sender);
  if (missing !== undefined) return [missing];
  const own = closestKeys(keys(), sender.slice(sender.lastIndexOf('@') + 1).toLowerCase());
  const faults = own.map(async (key) => {
    const record = dkimRecord(key);
    const fault = recordFault(record, (await texts(record.name)) ?? [record.value]);
    return fault === undefined ? [] : [`DKIM record ${record.name}: ${fault}`];
  });
  return (await Promise.all(faults)).flat();
}

const publicKeyOf = (record: string) => /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '');
