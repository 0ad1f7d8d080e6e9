import { badge } from '../../components/figures.ts';
import { localDay, localTime } from '../../components/times.ts';
import type { Html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { type Contact, fieldValue } from '../contact-fields.ts';

/** Says whether mailings go to a contact. */
export function stateBadge(visit: Visit, contact: Contact): Html {
  const { say } = visit;
  const until = fieldValue(contact.standard_fields, 'CONTACT_STATE_UNTIL');
  switch (fieldValue(contact.standard_fields, 'CONTACT_STATE')) {
    case 'unsubscribed':
      return badge(say('Unsubscribed'), 'bad');
    case 'blocked':
      return badge(say('Blocked'), 'bad');
    case 'held':
      return badge(say('On hold until {day}', { day: until === '' ? '–' : localDay(visit, until) }), 'busy');
    case 'unconfirmed':
      return badge(say('Not subscribed'), 'busy');
    default:
      return badge(say('Subscribed'), 'good');
  }
}

const reasons: Record<string, Words> = {
  blacklist: words('The address is on a block list.'),
  bounce_policy: words('Too many mails came back.'),
  link: words('By the link in the mail'),
  reply: words('By a mail to the reply address'),
  'list-unsubscribe-header': words('By the unsubscribe button of the mail app'),
  complaint: words('Reported a mail as spam'),
  other: words('By your team or another system'),
};

/** Facts about the state of a contact: why and since when no mail goes to it, and what it has chosen itself. */
export function stateFacts(visit: Visit, { standard_fields }: Contact): [label: string, value: string][] {
  const { say } = visit;
  const of = (name: string) => fieldValue(standard_fields, name);
  const rows: [string, string][] = [];
  const since = of('CONTACT_STATE_SINCE');
  if (since !== '') rows.push([say('Since'), localTime(visit, since)]);
  const reason = reasons[of('CONTACT_STATE_REASON')];
  if (reason !== undefined) rows.push([say('Reason'), say(reason)]);
  const paused = of('NEWSLETTERS_PAUSED_UNTIL');
  if (paused !== '' && !isPast(paused)) rows.push([say('Paused by the contact until'), localTime(visit, paused)]);
  const days = Number(of('NEWSLETTERS_DAYS_BETWEEN'));
  if (days > 0)
    rows.push([
      say('Wants newsletters'),
      say('{days, plural, one {at most every day} other {at most every # days}}', { days }),
    ]);
  return rows;
}

const isPast = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`) <= Date.now();
