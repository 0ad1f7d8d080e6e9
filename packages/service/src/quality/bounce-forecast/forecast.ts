import { type CheckState, type Finding, stateOf } from '../findings/findings.ts';

/** Bounces that large mailbox providers let pass, of 100 mails. */
const allowedShare = 5;

export interface Forecast {
  state: CheckState;
  totalcontactcount: number;
  samplesize: number;
  bouncecount: number;
  /** Spelled so on the wire. */
  bounceforcast: number;
  /** Spelled so on the wire. */
  boucelimit: number;
  findings: Finding[];
}

/** How many bounces to expect of `total` mails when `bounces` of a sample would bounce. */
export function forecast(total: number, sample: number, bounces: number): Forecast {
  const expected = sample === 0 ? 0 : Math.round((bounces * total) / sample);
  const limit = Math.floor((total * allowedShare) / 100);
  const findings: Finding[] = [];
  if (total === 0) {
    const message = 'The target group has no contact to which mail can be sent.';
    findings.push({ code: 'no_recipients', severity: 'warning', message });
  }
  if (expected > limit) {
    const message = `About ${expected} of ${total} mails will bounce; more than ${allowedShare} in 100 lower the reputation of the sender.`;
    findings.push({ code: 'many_bounces', severity: 'warning', message });
  }
  return {
    state: stateOf(findings),
    totalcontactcount: total,
    samplesize: sample,
    bouncecount: bounces,
    bounceforcast: expected,
    boucelimit: limit,
    findings,
  };
}
