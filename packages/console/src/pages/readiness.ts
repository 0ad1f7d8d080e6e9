import type { Readiness } from '@mailwright/client';
import { badge } from '../components/figures.ts';
import { pageLink } from '../components/forms.ts';
import { sayDetail } from '../faults/details.ts';
import { type Content, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { type Words, words } from '../words.ts';

type Obstacle = Readiness['obstacles'][number];

/** What is in the way, with a link to the page that mends it. */
const texts: Record<Obstacle['code'], Words> = {
  subject_missing: words('There is no subject. <a>Write one.</a>'),
  contents_missing: words('There are no contents. <a>Write them.</a>'),
  sender_missing: words('There is no sender address. <a>Enter one.</a>'),
  target_group_missing: words('There is no segment to send to. <a>Choose one.</a>'),
  confirmation_link_missing: words('The link with which people confirm is missing. <a>Add it.</a>'),
  unsubscribe_link_missing: words('The link to unsubscribe is missing. <a>Add it to each part.</a>'),
  tag_invalid: words('A personal field cannot be filled in. <a>Correct it.</a>'),
  check_failed: words('A check of the contents has failed. <a>Change them.</a>'),
  sender_foreign: words('The domain of the sender belongs to another account. <a>Choose another sender.</a>'),
  sender_unsigned: words('Mails of this sender would not be signed. <a>Set up the domain.</a>'),
  sender_unproven: words(
    'The domain of the sender is not set up, so mails may land in spam. <a>Set up the domain.</a>',
  ),
  approval_missing: words('The approval that your account demands is missing. <a>Ask for it.</a>'),
  sign_off_missing: words('Another person has to sign off first. <a>Ask for it.</a>'),
  audience_empty: words('Nobody in the segment may get this mailing. <a>Choose another segment.</a>'),
  audience_updating: words('The segment is being counted at the moment. <a>Look at it.</a>'),
  dispatching_missing: words('Nothing says when this mailing is sent. <a>Choose it.</a>'),
  confirmation_mailing_missing: words(
    'The confirmation mailing of this form does not exist, so nobody can confirm. <a>Create it</a>, or choose another one.',
  ),
  confirmation_mailing_inactive: words(
    'The confirmation mailing is not active, so nobody can confirm. <a>Activate it.</a>',
  ),
  trigger_mailing_missing: words('A step sends a mailing that does not exist. <a>Choose another one.</a>'),
  trigger_mailing_inactive: words('A step sends a mailing that is not active. <a>Activate it.</a>'),
  relay_missing: words('No mail server is set up: mails stay in the outbox of this computer. <a>Look at delivery.</a>'),
  relay_down: words('The mail server does not answer at the moment; mails wait. <a>Look at delivery.</a>'),
  bulk_sender: words('A mailbox provider demands more of those who send this much. <a>Look at the domain.</a>'),
  samples_among_recipients: words('Sample contacts are among the recipients. <a>Look at them.</a>'),
};

/** Codes whose message has details that the text does not have. */
const detailed: readonly Obstacle['code'][] = [
  'tag_invalid',
  'check_failed',
  'sender_foreign',
  'sender_unsigned',
  'unsubscribe_link_missing',
  'confirmation_mailing_missing',
  'trigger_mailing_inactive',
  'trigger_mailing_missing',
  'relay_down',
  'bulk_sender',
  'samples_among_recipients',
];

/** Pages that mend an obstacle; others are mended where the thing is edited. */
function pageFor(
  { code, mailing_id }: { code: Obstacle['code']; mailing_id?: number | undefined },
  own: string,
): string {
  if (mailing_id !== undefined) return `/console/mailings/${mailing_id}`;
  if (code === 'sender_unproven' || code === 'sender_unsigned' || code === 'bulk_sender')
    return '/console/delivery/domains';
  if (code === 'relay_missing' || code === 'relay_down') return '/console/delivery';
  if (code === 'samples_among_recipients') return '/console/contacts#samples';
  if (code === 'confirmation_mailing_missing') return '/console/mailings/automatic?kind=confirmation';
  if (code === 'approval_missing') return '#approval';
  if (code === 'sign_off_missing') return '#sign-off';
  if (code === 'dispatching_missing') return '#dispatching';
  return `${own}/edit`;
}

/** Says what is in the way, with a link to the page that mends it, and details where the words have none. */
export function sayObstacle(
  visit: Pick<Visit, 'say' | 'offers'>,
  {
    code,
    message,
    mailing_id,
  }: Pick<Obstacle, 'code'> & { mailing_id?: number | undefined; message?: string | undefined },
  own: string,
  pages: Partial<Record<Obstacle['code'], string>> = {},
): Content {
  const page = pages[code] ?? pageFor({ code, mailing_id }, own);
  return html`${visit.say.rich(texts[code], { a: pageLink(visit, page) })}${message !== undefined && detailed.includes(code) && html` <span class="soft">${sayDetail(visit.say, message)}</span>`}`;
}

/**
 * What stands in the way of a mailing, a form or a program, and what to do about it; nothing if nothing does.
 * @param pages pages that mend something better than the usual ones
 * @param buttons forms that mend something at once
 */
export function obstacleList(
  visit: Pick<Visit, 'say' | 'offers'>,
  { obstacles }: Readiness,
  own: string,
  pages: Partial<Record<Obstacle['code'], string>> = {},
  buttons: Partial<Record<Obstacle['code'], Content>> = {},
): Content {
  if (obstacles.length === 0) return undefined;
  const { say } = visit;
  const item = (found: Obstacle) =>
    html`<li data-obstacle="${found.code}"><div class="row"><span>${sayObstacle(visit, { ...found, message: undefined }, own, pages)}</span>${found.severity === 'blocks' ? badge(say('To be fixed'), 'bad') : badge(say('Please note'), 'busy')}</div>${detailed.includes(found.code) && html`<span class="soft">${sayDetail(say, found.message)}</span>`}${buttons[found.code]}</li>`;
  return html`<ul class="steps obstacles">${obstacles.map(item)}</ul>`;
}
