/** Something that receivers demand of senders. */
export type Demand =
  | 'dkim'
  | 'spf'
  | 'dmarc'
  | 'one_click'
  | 'prompt_unsubscription'
  | 'few_complaints'
  | 'reverse_dns'
  | 'tls'
  | 'valid_messages'
  | 'opt_in'
  | 'react_to_bounces';

/** What a receiver says it demands of senders. */
export interface ReceiverRules {
  /** As `providers.ts` names it. */
  receiver: string;
  /** Name that people know. */
  name: string;
  /** Of all senders. */
  always: readonly Demand[];
  /** Of senders of at least so many mails in 24 hours to its mailboxes; absent if it names no number. */
  bulk?: { from: number; demands: readonly Demand[] };
  /** Day from which the rules are in force, if it says so. */
  since?: string;
  /** Page of the receiver that has them, and the day on which they were compared with what it says. */
  source: string;
  checked: string;
}

/**
 * Rules of receivers with most mailboxes, as they publish them. Who changes a rule sets `checked`; `rules.test.ts` says what the service
 * does for each demand.
 */
export const receiverRules: readonly ReceiverRules[] = [
  {
    receiver: 'google',
    name: 'Gmail',
    always: ['reverse_dns', 'tls', 'valid_messages', 'few_complaints'],
    bulk: { from: 5000, demands: ['dkim', 'spf', 'dmarc', 'one_click', 'prompt_unsubscription'] },
    since: '2024-02-01',
    source: 'https://support.google.com/a/answer/81126',
    checked: '2026-11-30',
  },
  {
    receiver: 'microsoft',
    name: 'Outlook.com',
    always: ['react_to_bounces'],
    bulk: { from: 5000, demands: ['dkim', 'spf', 'dmarc'] },
    since: '2025-05-05',
    source: 'https://sendersupport.olc.protection.outlook.com/pm/policies.aspx',
    checked: '2026-11-30',
  },
  {
    receiver: 'yahoo',
    name: 'Yahoo',
    // It names no number of mails that makes a bulk sender: its rules for these hold for every newsletter.
    always: [
      'dkim',
      'spf',
      'dmarc',
      'one_click',
      'prompt_unsubscription',
      'few_complaints',
      'reverse_dns',
      'valid_messages',
    ],
    since: '2024-02-01',
    source: 'https://senders.yahooinc.com/best-practices/',
    checked: '2026-11-30',
  },
  {
    receiver: 'apple',
    name: 'iCloud Mail',
    always: ['opt_in', 'prompt_unsubscription', 'valid_messages', 'reverse_dns', 'dkim', 'spf', 'react_to_bounces'],
    source: 'https://support.apple.com/102322',
    checked: '2026-11-30',
  },
];
