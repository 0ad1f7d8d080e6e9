import type { Dns } from '../../platform/network/dns.ts';
import { closestKeys, dkimRecord } from './keys.ts';
import { breaksSignatures, describeDkimFault, dkimFault } from './record-fault.ts';
import type { DkimKey } from './sign.ts';

/** Reads the texts of a name in the DNS. */
export type ReadTexts = Dns['texts'];

/** Keys of a service that signs its mails, and access to the records of receivers. */
export interface DkimSetup {
  keys(): readonly DkimKey[];
  dns: Dns;
  /** Domain of the return paths of all mails; without one, they go back to their senders. */
  returnPath?: string | undefined;
}

/** Returns why mails of a sender are not signed although there is a directory of keys, or `undefined` if they are. */
export function missingKeyFault(keys: readonly DkimKey[], sender: string): string | undefined {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  if (closestKeys(keys, domain).length > 0) return undefined;
  return `The directory of --dkim-keys has no key for ${domain}, so its mails are not signed. Create one: mailwright dkim --domain ${domain}`;
}

/** Returns why receivers cannot verify mails of a sender; what the DNS does not answer is no fault. */
export async function signatureFaults({ keys, dns }: DkimSetup, sender: string): Promise<string[]> {
  const missing = missingKeyFault(keys(), sender);
  if (missing !== undefined) return [missing];
  const own = closestKeys(keys(), sender.slice(sender.lastIndexOf('@') + 1).toLowerCase());
  const faults = own.map(async (key) => {
    const { name, value } = dkimRecord(key);
    const fault = await recordFault(dns, name, value);
    return fault === undefined ? [] : [`DKIM record ${name}: ${fault}`];
  });
  return (await Promise.all(faults)).flat();
}

async function recordFault(dns: Dns, name: string, wanted: string): Promise<string | undefined> {
  const texts = await dns.texts(name);
  if (texts?.length === 0) return `There is no record. Add TXT "${wanted}".`;
  const fault = texts && dkimFault(texts, wanted);
  return fault && breaksSignatures(fault) ? describeDkimFault(fault, wanted) : undefined;
}
