import type { Obstacle } from '@mailwright/server';
import type { parts } from '../../mailings/index.ts';

export type { Obstacle };

interface Rule {
  severity: Obstacle['severity'];
  /** Whether it can go away without a change of the mailing. */
  temporary?: true;
  remedy: string;
}

const edit = 'in the contents of the mailing';

/** Everything that can stand in the way of a mailing, a form or a program, and what to do about it. */
const rules: Record<Obstacle['code'], Rule> = {
  subject_missing: { severity: 'blocks', remedy: 'Write a subject.' },
  contents_missing: { severity: 'blocks', remedy: 'Write an HTML or a text part.' },
  sender_missing: { severity: 'blocks', remedy: 'Enter the address of the sender.' },
  target_group_missing: { severity: 'blocks', remedy: 'Choose the target group.' },
  confirmation_link_missing: {
    severity: 'blocks',
    remedy: `Add a link to [[LINK|DOI_CONFIRM]] ${edit}: with it, people confirm.`,
  },
  unsubscribe_link_missing: { severity: 'blocks', remedy: `Add a link to [[LINK|UNSUBSCRIBE]] ${edit}.` },
  tag_invalid: { severity: 'blocks', remedy: `Correct the tag ${edit}.` },
  check_failed: { severity: 'blocks', remedy: 'Change the contents, and run the checks of the mailing again.' },
  sender_foreign: {
    severity: 'blocks',
    remedy: 'Use a sender of a domain of yours, or prove that the domain is yours.',
  },
  sender_unsigned: { severity: 'blocks', remedy: 'Have an operator create a DKIM key for the domain of the sender.' },
  sender_unproven: {
    severity: 'warns',
    remedy: 'Prove by a DNS record that the domain is yours, or use a sender of a domain that is proven.',
  },
  approval_missing: {
    severity: 'blocks',
    temporary: true,
    remedy: 'Send the mailing for approval, and wait for all answers.',
  },
  sign_off_missing: { severity: 'blocks', remedy: 'Have another person who may send sign the mailing off.' },
  audience_empty: {
    severity: 'blocks',
    temporary: true,
    remedy: 'Choose another target group, or add contacts that may get newsletters.',
  },
  audience_updating: { severity: 'warns', temporary: true, remedy: 'Wait until the target group is counted.' },
  dispatching_missing: { severity: 'blocks', remedy: 'Choose what the mailing is sent upon.' },
  confirmation_mailing_missing: {
    severity: 'blocks',
    remedy: 'Create a double-opt-in mailing with this key and activate it, or choose another one in the form.',
  },
  confirmation_mailing_inactive: {
    severity: 'blocks',
    remedy: 'Activate the confirmation mailing, or choose another one.',
  },
  trigger_mailing_missing: { severity: 'blocks', remedy: 'Choose another mailing in this step.' },
  trigger_mailing_inactive: { severity: 'blocks', remedy: 'Activate the mailing, or choose another one in this step.' },
  relay_missing: {
    severity: 'warns',
    temporary: true,
    remedy: 'Set up a mail server; until then, mails stay in the outbox.',
  },
  relay_down: {
    severity: 'warns',
    temporary: true,
    remedy: 'Mails wait until the relay takes them again. Look at Delivery.',
  },
  bulk_sender: {
    severity: 'warns',
    temporary: true,
    remedy: 'Set up the records of the sender domain that are missing, or send to fewer contacts a day.',
  },
  samples_among_recipients: {
    severity: 'warns',
    temporary: true,
    remedy: 'Erase the sample contacts, or send to a target group without them.',
  },
};

/** @param mailingId the mailing that it is about, where it is another one */
export const obstacle = (code: Obstacle['code'], message: string, mailingId?: number): Obstacle => {
  const { severity, temporary = false, remedy } = rules[code];
  return {
    code,
    severity,
    temporary,
    message: message.slice(0, 4000),
    remedy,
    ...(mailingId !== undefined && { mailing_id: mailingId }),
  };
};

export const blocks = ({ severity }: Obstacle): boolean => severity === 'blocks';

/** Reports whether an obstacle keeps a mailing from being scheduled: it blocks, and time does not mend it. */
export const blocksSchedule = (found: Obstacle): boolean => blocks(found) && !found.temporary;

export const missingObstacles = (missing: readonly parts.MissingPart[]): Obstacle[] =>
  missing.map(({ code, name }) => obstacle(code, `The ${name} is missing.`));

/** Obstacles as a person reads them: first those that block. */
export const sortObstacles = (found: readonly Obstacle[]): Obstacle[] => [
  ...found.filter(blocks),
  ...found.filter((each) => !blocks(each)),
];

/** Reasons in one text, for logs and errors; after ten, only their number. */
export function describeObstacles(found: readonly Obstacle[]): string {
  const most = 10;
  const shown = found.slice(0, most).map(({ message }) => message);
  return [...shown, ...(found.length > most ? [`And ${found.length - most} more.`] : [])].join(' ');
}
