import type { OutcomeReason } from '../../outcomes/index.ts';
import type { SendoutFault } from '../sendout-fault.ts';
import type { AlarmCause } from '../tables.ts';
import { type Alarm, type GuardLimits, shareOf } from './rule.ts';

const codes: Record<AlarmCause, OutcomeReason['code']> = {
  complaints: 'complaints_high',
  bounces: 'bounces_high',
  blocks: 'blocks_high',
  refusals: 'sender_refused',
};

const happened: Record<AlarmCause, string> = {
  complaints: 'were reported as spam',
  bounces: 'went to mailboxes that do not exist',
  blocks: 'were rejected as unwanted',
  refusals: 'were refused because of the sender',
};

const remedies: Record<AlarmCause, string> = {
  complaints: 'Send it only to contacts who expect it',
  bounces: 'Check where the addresses come from',
  blocks: 'Look at the replies in the report of bounces',
  refusals: 'Check the sender address, and the SPF, DKIM and DMARC records of its domain',
};

const percent = (share: number) => `${Number(share.toPrecision(2))} %`;

/** Says why a sendout pauses, in words for the log of transitions and as codes for those who are told. */
export function describeAlarms(alarms: readonly Alarm[], limits: GuardLimits): SendoutFault {
  // What is wrong with all mails is wrong with those to single receivers too.
  const ofAll = new Set(alarms.filter(({ receiver }) => receiver === '').map(({ cause }) => cause));
  const said = alarms.filter(({ cause, receiver }) => receiver === '' || !ofAll.has(cause));
  const sentences = said.map((alarm) => {
    const { cause, receiver, events, mails } = alarm;
    const limit = cause === 'refusals' ? '' : `, the limit is ${percent(limits[cause].pause)}`;
    const to = receiver === '' ? '' : ` to ${receiver}`;
    return `${events} of ${mails} mails${to} ${happened[cause]} (${percent(shareOf(alarm))}${limit}). ${remedies[cause]}.`;
  });
  return {
    words: `${sentences.join(' ')} Then resume or cancel the sendout.`.slice(0, 4000),
    reasons: said.map(({ cause, receiver, events }) => ({
      code: codes[cause],
      count: events,
      ...(receiver !== '' && { message: receiver }),
    })),
  };
}
