import type { Client } from '@mailwright/client';
import { type Words, words } from '../words.ts';

type Listed = Awaited<ReturnType<ReturnType<Client['account']['listOutcomes']>['orThrow']>>;
export type Outcome = Listed['items'][number];
export type OutcomeReason = Outcome['reasons'][number];

/** What has happened, with a link to it. */
export const happened: Record<Outcome['kind'], Record<Exclude<Outcome['result'], 'paused'>, Words>> = {
  import: {
    done: words('The import of <a>{name}</a> is done.'),
    partly: words('The import of <a>{name}</a> is done, but not all rows were stored as they are.'),
    failed: words('The import of <a>{name}</a> has stored no contacts.'),
  },
  sendout: {
    done: words('<a>{name}</a> was sent.'),
    partly: words('<a>{name}</a> was sent, but not to all.'),
    failed: words('<a>{name}</a> was not sent.'),
  },
  test: {
    done: words('The test of <a>{name}</a> was sent.'),
    partly: words('The test of <a>{name}</a> did not reach everybody.'),
    failed: words('The test of <a>{name}</a> reached nobody.'),
  },
  approval: {
    done: words('<a>{name}</a> was sent for approval.'),
    partly: words('The request to approve <a>{name}</a> did not reach everybody.'),
    failed: words('The request to approve <a>{name}</a> reached nobody.'),
  },
  form: {
    done: words('The form <a>{name}</a> was switched off.'),
    partly: words('People could not sign up with <a>{name}</a>.'),
    failed: words('People could not sign up with <a>{name}</a>.'),
  },
  program: {
    done: words('The automation <a>{name}</a> was switched off. Contacts who are under way go on.'),
    partly: words('<a>{name}</a> did not do all that it should.'),
    failed: words('<a>{name}</a> has stopped.'),
  },
};

/** Only mailings that are being sent pause. */
export const pausedByItself = words(
  '<a>{name}</a> has paused by itself. Nothing more of it is sent until somebody resumes or stops it.',
);

/** Reasons that are no obstacles, with how many they concern. */
export const reasonWords = {
  target_group_deleted: words('Its segment was deleted.'),
  changed_after_start: words('The rules of its segment were changed after somebody had started it.'),
  changed_after_schedule: words('The mailing or its segment was changed after it was scheduled.'),
  time_missed: words('Its time was missed by more than two hours.'),
  starter_may_not_send: words('The person who has started it may not send any more.'),
  mails_failed: words('{count, plural, one {# mail was} other {# mails were}} not accepted.'),
  rows_invalid: words('{count, plural, one {# row was} other {# rows were}} left out because of errors.'),
  rows_duplicate: words(
    '{count, plural, one {# row was left out as a duplicate} other {# rows were left out as duplicates}}.',
  ),
  values_left_out: words('{count, plural, one {# row was} other {# rows were}} stored without some values.'),
  contacts_full: words('The account has no room for more contacts.'),
  segment_deleted: words('The segment of the step was deleted.'),
  field_deleted: words('The field of the step was deleted.'),
  value_refused: words('The field of the step does not take its value.'),
  tags_full: words(
    '{count, plural, one {# contact has} other {# contacts have}} as many tags as they may have: the tag of the step was not added.',
  ),
  program_inactive: words('The automation that the step starts was not active.'),
  user_missing: words('The user whom the step tells is not there any more, or not active.'),
  webhook_missing: words('No active webhook has asked for steps of automations.'),
  days_missed: words(
    '{count, plural, one {# day was} other {# days were}} missed by more than 24 hours: contacts whose date it was did not begin.',
  ),
  too_often: words(
    '{count, plural, one {# contact has} other {# contacts have}} begun 10 times in 24 hours and did not begin again. Perhaps automations change what starts them.',
  ),
  gave_up: words('It failed again and again and was given up. Ask whoever runs this server.'),
  complaints_high: words(
    '{count, plural, one {# recipient} other {# recipients}} reported it as spam, more than the account allows. Send only to contacts who expect it.',
  ),
  bounces_high: words(
    '{count, plural, one {# mail} other {# mails}} went to mailboxes that do not exist, more than the account allows. Check where the addresses come from.',
  ),
  blocks_high: words(
    '{count, plural, one {# mail was} other {# mails were}} rejected as unwanted, more than the account allows. The report has what mailbox providers say.',
  ),
  sender_refused: words(
    '{count, plural, one {# mail was} other {# mails were}} refused because of the sender. Check the sender domain.',
  ),
  relay_failing: words('The mail server accepts no mails.'),
  experiment_stopped: words('Its experiment has stopped. Choose a variant for everybody else, or cancel it.'),
} satisfies Partial<Record<OutcomeReason['code'], Words>>;
