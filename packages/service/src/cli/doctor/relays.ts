import type { ReceiverListing, RelayListing } from '../../administration/relays.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** Reports whether the processes that send can use the stored relays, as they last found it. */
export function checkRelays(relays: readonly RelayListing[]): DoctorFinding[] {
  return relays.flatMap(({ name, address, mails, down, warmUp }) => {
    // The relay of --smtp is no stored one; it is told if something is wrong, or mails wait because of it.
    if (address === null && down === null && warmUp === null) return [];
    const { ok, warning, error } = findingsOf('relay', name);
    if (down === null && warmUp !== null) {
      const { day, days, perDay, sent, slowedShare } = warmUp;
      const today = `Day ${day} of the ${days} of its warm-up: it has taken ${sent} of ${perDay} mails. Others wait until tomorrow (UTC).`;
      if (slowedShare === null) return ok(today);
      const percent = Math.round(slowedShare * 100);
      return warning(
        `${today} The plan did not go on, because receivers deferred ${percent} % of the mails of the day before.`,
      );
    }
    if (down === null) return ok(`It has taken ${mails} mails.`);
    const reason = down.reason.replace(/\.$/, '');
    return error(
      `Not available since ${down.since}: ${reason}. It is tried again with the first mail after ${down.until}; "mailwright relays test" tries it now.`,
    );
  });
}

/** Receivers that have asked for fewer mails. */
export function checkReceivers(receivers: readonly ReceiverListing[]): DoctorFinding[] {
  return receivers.flatMap(({ relay, receiver, perMinute, askedAt, reason }) =>
    findingsOf('receiver', receiver).warning(
      `It asked for fewer mails at ${askedAt}: ${reason.replace(/\.$/, '')}. ${perMinute} a minute go there now over the relay ${relay}, and more by and by; the others wait.`,
    ),
  );
}
