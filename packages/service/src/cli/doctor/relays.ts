import type { RelayListing } from '../../administration/relays.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** Whether the processes that send can use the stored relays, as they last found it. */
export function checkRelays(relays: readonly RelayListing[]): DoctorFinding[] {
  return relays.flatMap(({ name, address, mails, down }) => {
    // The relay of --smtp is no stored one; it is told if something is wrong.
    if (address === null && down === null) return [];
    const { ok, error } = findingsOf('relay', name);
    if (down === null) return ok(`It has taken ${mails} mails.`);
    const reason = down.reason.replace(/\.$/, '');
    return error(
      `Not available since ${down.since}: ${reason}. It is tried again with the first mail after ${down.until}; "mailwright relays test" tries it now.`,
    );
  });
}
