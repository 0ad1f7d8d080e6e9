import type { Moment } from '../../components/timeline.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { answerKinds } from '../delivery/answer-kinds.ts';
import { idleWords } from '../idle-words.ts';
import { readNames } from '../mailing-names.ts';

/** Events of each kind that a story tells, the newest ones. */
export const shownEvents = 100;

interface Event {
  at: string;
  kind: Moment['kind'];
  mailing?: number | null | undefined;
  tell(mailing: Content): Content;
  detail?: Content;
}

/** Mails, opens, clicks, bounces, subscriptions and blocks of a contact, the newest first. */
export interface Story {
  moments: Moment[];
  /** Whether older events are left out. */
  isCut: boolean;
}

/** Reads the story of a contact. */
export async function readStory({ client, say }: Visit, contact: number): Promise<Story> {
  const of = { ids: [contact], page_size: shownEvents };
  const { reports } = client;
  const [mails, opens, clicks, bounces, blocks, left, joined, answers, idle] = await Promise.all([
    newest((page_index) => reports.listRecipients({ ...of, page_index }).orThrow()),
    newest((page_index) => reports.listOpens({ ...of, page_index }).orThrow()),
    newest((page_index) => reports.listClicks({ ...of, page_index }).orThrow()),
    newest((page_index) => reports.listBounces({ ...of, page_index }).orThrow()),
    newest((page_index) => reports.listBlocks({ ...of, page_index }).orThrow()),
    newest((page_index) => reports.listUnsubscriptions({ ...of, page_index }).orThrow()),
    newest((page_index) => reports.listSubscribers({ ...of, page_index }).orThrow()),
    newest((page_index) => reports.listAnswers({ ...of, page_index }).orThrow()),
    client.marketingAutomation.listIdleSteps({ contact_id: contact }).orThrow(),
  ]);
  const isCut = [mails, opens, clicks, bounces, blocks, left, joined, answers].some(
    ({ length }) => length === shownEvents,
  );
  const events: Event[] = [
    ...mails.map(({ timestamp, mailing_id }) =>
      event(timestamp, 'plain', mailing_id, (mailing) => say.rich('Received {mailing}', { mailing })),
    ),
    ...opens.map(({ timestamp, mailing_id }) =>
      event(timestamp, 'good', mailing_id, (mailing) => say.rich('Opened {mailing}', { mailing })),
    ),
    ...clicks.map(({ timestamp, mailing_id, link_url }) =>
      event(timestamp, 'good', mailing_id, (mailing) => say.rich('Clicked a link in {mailing}', { mailing }), link_url),
    ),
    ...bounces.map(({ timestamp, mailing_id, type, status_code, reason }) =>
      event(
        timestamp,
        'bad',
        mailing_id,
        (mailing) =>
          type === 'permanent'
            ? say.rich('{mailing} bounced permanently', { mailing })
            : say.rich('{mailing} bounced temporarily', { mailing }),
        [status_code, reason].filter(Boolean).join(' · '),
      ),
    ),
    ...blocks.map(({ timestamp, new_status, reason, explanation }) =>
      event(
        timestamp,
        new_status === 'blocked' ? 'bad' : 'good',
        undefined,
        () => {
          if (new_status !== 'blocked') return say('Was unblocked');
          return reason === 'blacklist' ? say('Was blocked by a block list') : say('Was blocked by bounces');
        },
        explanation,
      ),
    ),
    ...left.map(({ timestamp, mailing_id, source }) =>
      event(
        timestamp,
        'bad',
        mailing_id,
        (mailing) => {
          if (source === 'complaint') return say.rich('Complained about {mailing}', { mailing });
          return mailing_id ? say.rich('Unsubscribed from {mailing}', { mailing }) : say('Unsubscribed');
        },
        sources[source] && say(sources[source]),
      ),
    ),
    ...joined.map(({ timestamp, mailing_id }) =>
      event(timestamp, 'good', mailing_id, (mailing) =>
        mailing_id ? say.rich('Subscribed, confirmed by {mailing}', { mailing }) : say('Subscribed'),
      ),
    ),
    ...answers.map(({ timestamp, mailing_id, kind }) =>
      event(
        timestamp,
        kind === 'human' ? 'good' : 'plain',
        mailing_id,
        (mailing) => say.rich('Answered {mailing}', { mailing }),
        answerWords.has(kind) && say(answerWords.get(kind)!),
      ),
    ),
    ...idle.map(({ program_id, program, step, reason, timestamp }) =>
      event(timestamp, 'bad', undefined, () =>
        say.rich('Step {position} of <a>{program}</a> did nothing: {reason}', {
          position: step + 1,
          program,
          reason: say(idleWords[reason]),
          a: (inner) => html`<a href="/console/automation/${program_id}">${inner}</a>`,
        }),
      ),
    ),
  ];
  const names = await readNames(
    say,
    client,
    events.flatMap(({ mailing }) => mailing ?? []),
  );
  const moments = events
    .sort((one, other) => other.at.localeCompare(one.at))
    .map(({ at, kind, mailing, tell, detail }) => ({
      at,
      kind,
      text: tell(mailing ? html`<a href="/console/mailings/${mailing}">${names.get(mailing)}</a>` : say('a mail')),
      detail,
    }));
  return { moments, isCut };
}

const answerWords = new Map<string, Words>(answerKinds);

const sources: Record<string, Words> = {
  link: words('By the link in the mail'),
  reply: words('By a mail to the reply address'),
  'list-unsubscribe-header': words('By the unsubscribe button of the mail app'),
};

const event = (
  at: string,
  kind: Event['kind'],
  mailing: Event['mailing'],
  tell: Event['tell'],
  detail?: Content,
): Event => ({
  at,
  kind,
  mailing,
  tell,
  detail,
});

interface Page<Item> {
  items: readonly Item[];
  pages?: number | undefined;
}

/** Reports are sorted by time: the newest events are on the last two pages. */
async function newest<Item>(read: (page: number) => Promise<Page<Item>>): Promise<Item[]> {
  const first = await read(1);
  const last = first.pages ?? 1;
  if (last <= 1) return [...first.items];
  const pages = await Promise.all([last - 1, last].map((page) => (page === 1 ? first : read(page))));
  return pages.flatMap(({ items }) => items).slice(-shownEvents);
}
