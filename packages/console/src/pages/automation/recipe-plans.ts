import type { Client } from '@mailwright/client';
import { type Words, words } from '../../words.ts';
import type { shipped } from '../mailings/shipped.ts';
import type { Draft } from './steps.ts';

type Rules = Omit<Parameters<Client['contactFilters']['create']>[0]['body'], 'name'>;
type MailingKind = keyof typeof shipped;

/** Ids of what was created for a recipe. */
export interface Plan {
  mailings: Partial<Record<MailingKind, number>>;
  /** Its contact filter; 0 if it has none. */
  segment: number;
}

/** An automation to begin with, and what it needs. */
export interface Recipe {
  name: Words;
  /** What it does, for those who choose. */
  purpose: Words;
  mailings: readonly MailingKind[];
  segment?: { name: Words; rules: Rules };
  /** Custom contact field of type date, created if the account has none of this name. */
  dateField?: string;
  draft(plan: Plan): Omit<Draft, 'name' | 'state'>;
}

/** The step that sends a mailing of the recipe. */
const send = ({ mailings }: Plan, kind: MailingKind, name?: string) =>
  ({ kind: 'send', mailing_id: mailings[kind]!, ...(name !== undefined && { name }) }) as const;

const wait = (duration: string) => ({ kind: 'wait', duration }) as const;

const cartTag = 'cart';
const inactiveTag = 'inactive';
/** Days without an open after which somebody counts as lost. */
const lostAfter = 180;

/** Automations that most senders have, under the keys of the form that creates them. */
export const recipes = {
  newcomers: {
    name: words('Welcome new contacts'),
    purpose: words('One mail to each contact that is created.'),
    mailings: ['welcome'],
    draft: (plan) => ({
      start_on: { kind: 'contact_created', imports: false, existing: false },
      again_after_days: null,
      steps: [send(plan, 'welcome')],
    }),
  },
  series: {
    name: words('Welcome series'),
    purpose: words(
      'A welcome; after three days a reminder for those who have not clicked in it; then a third mail for everybody.',
    ),
    mailings: ['welcome', 'welcome-reminder', 'welcome-more'],
    draft: (plan) => ({
      start_on: { kind: 'contact_created', imports: false, existing: false },
      again_after_days: null,
      steps: [
        send(plan, 'welcome', 'welcome'),
        wait('P3D'),
        { kind: 'branch_activity', sent_by: 'welcome', activity: 'clicked', matching: 'more' },
        send(plan, 'welcome-reminder'),
        wait('P4D'),
        send(plan, 'welcome-more', 'more'),
      ],
    }),
  },
  birthday: {
    name: words('Birthday wishes'),
    purpose: words('A mail on each birthday, at 9:00.'),
    mailings: ['birthday'],
    draft: (plan) => ({
      start_date: { field: 'BIRTHDAY', repeat: 'yearly', hour: 9 },
      steps: [send(plan, 'birthday')],
    }),
  },
  cart: {
    name: words('Reminder of a full cart'),
    purpose: words(
      'A mail to those who have had the tag “cart” for four hours, and a second one a day later. Your shop adds the tag, and removes it after the order.',
    ),
    mailings: ['cart', 'cart-last'],
    segment: {
      name: words('With a full cart'),
      rules: { rules: [{ field: 'TAG', operator: 'EQUALS', value: cartTag }] },
    },
    draft: (plan) => {
      const stillFull = { kind: 'branch', contact_filter_id: plan.segment, others: 'ordered' } as const;
      return {
        start_on: { kind: 'tag_added', tag: cartTag },
        again_after_days: 7,
        steps: [
          wait('PT4H'),
          stillFull,
          send(plan, 'cart'),
          wait('P1D'),
          stillFull,
          send(plan, 'cart-last'),
          { kind: 'end', name: 'ordered' },
        ],
      };
    },
  },
  back: {
    name: words('Win back readers'),
    purpose: words(
      'A mail to those who have opened none of your mails for 180 days. Those who do not click in it within two weeks get the tag “inactive”.',
    ),
    mailings: ['back'],
    segment: {
      name: words('Opened nothing for 180 days'),
      rules: {
        rules: [
          { operator: 'RECEIVED', days: lostAfter },
          { operator: 'NOT_OPENED', days: lostAfter },
        ],
        // Whoever is new has had no half year to open something.
        groups: [{ match: 'none', rules: [{ field: 'CREATED', operator: 'WITHIN_DAYS', value: String(lostAfter) }] }],
      },
    },
    draft: (plan) => ({
      start_on: { kind: 'segment_entered', contact_filter_id: plan.segment, existing: true },
      again_after_days: lostAfter,
      steps: [
        send(plan, 'back', 'mail'),
        { kind: 'wait_for_activity', sent_by: 'mail', activity: 'clicked', at_most: 'P14D', matching: 'stays' },
        { kind: 'add_tag', tag: inactiveTag },
        { kind: 'end' },
        { kind: 'remove_tag', name: 'stays', tag: inactiveTag },
      ],
    }),
  },
  again: {
    name: words('Time to order again'),
    purpose: words('A mail 30 days after the date in the contact field {field}, which your shop sets.'),
    mailings: ['order-again'],
    dateField: 'LAST_ORDER',
    draft: (plan) => ({
      start_date: { is_customfield: true, field: 'LAST_ORDER', days: 30, repeat: 'once', hour: 9 },
      steps: [send(plan, 'order-again')],
    }),
  },
  event: {
    name: words('Reminders of an event'),
    purpose: words('Mails a week before and a day before the date in the contact field {field}.'),
    mailings: ['event-week', 'event-day'],
    dateField: 'EVENT_DATE',
    draft: (plan) => ({
      start_date: { is_customfield: true, field: 'EVENT_DATE', days: -7, repeat: 'once', hour: 9 },
      steps: [send(plan, 'event-week'), wait('P6D'), send(plan, 'event-day')],
    }),
  },
} satisfies Record<string, Recipe>;
