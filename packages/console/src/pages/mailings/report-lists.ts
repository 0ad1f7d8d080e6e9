import type { Client, ReportContact, SparedContact } from '@mailwright/client';
import { bounceReasons, sayKnown, unsubscriptionReasons } from '../../report/reasons.ts';
import { type Say, type Words, words } from '../../words.ts';

/** What a contact did, or what happened to its mail. */
export interface Deed {
  contact: ReportContact;
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  at: string;
  /** Values of the columns of the list. */
  details: string[];
}

/** Items of a report of the API. */
interface Input {
  mailing_id: number[];
  /** Only clicks of these links. */
  link_id?: number[];
  page_size: number;
  page_index?: number;
  standard_field: ('FIRSTNAME' | 'LASTNAME')[];
}

interface Page<Item> {
  items: readonly Item[];
  total?: number | undefined;
  pages?: number | undefined;
}

interface About {
  title: Words;
  none: Words;
  /** Columns beside contact and time. */
  columns: readonly Words[];
}

interface Operations<Item> {
  page(client: Client, input: Input): Promise<Page<Item>>;
  all(client: Client, input: Input): AsyncIterable<Item>;
  /** Counts the items, also those of contacts without a name. */
  count(client: Client, of: Pick<Input, 'mailing_id' | 'link_id'>): Promise<number>;
  details(say: Say, item: Item): string[];
}

/** A list of contacts; those who are anonymous or were erased are not in it. */
export interface PeopleList extends About {
  page(client: Client, say: Say, input: Input): Promise<Page<Deed>>;
  all(client: Client, say: Say, input: Input): AsyncIterable<Deed>;
  count: Operations<never>['count'];
}

function peopleList<Item extends { contact: ReportContact; timestamp: string }>(
  about: About,
  { page, all, count, details }: Operations<Item>,
): PeopleList {
  const toDeed = (say: Say, item: Item): Deed => ({
    contact: item.contact,
    at: item.timestamp,
    details: details(say, item),
  });
  return {
    ...about,
    count,
    async page(client, say, input) {
      const found = await page(client, input);
      return { ...found, items: found.items.map((item) => toDeed(say, item)) };
    },
    async *all(client, say, input) {
      for await (const item of all(client, input)) yield toDeed(say, item);
    },
  };
}

/** How somebody left. */
const ways: Record<string, Words> = {
  link: words('By the link in the mail'),
  reply: words('By a mail to the reply address'),
  'list-unsubscribe-header': words('By the unsubscribe button of the mail app'),
  complaint: words('Complained that the mail is spam'),
  other: words('By another way, such as your own page'),
};

/** Why somebody was spared a newsletter. */
const sparings: Record<SparedContact['reason'], Words> = {
  pressure: words('Got enough newsletters lately'),
  frequency: words('Wants fewer newsletters'),
  resting: words('Rests, because of doing nothing for long'),
  responded: words('Responded to the first mailing'),
};

/** The lists of a report, by the last part of their address. */
export const peopleLists = {
  opened: peopleList(
    { title: words('Who opened'), none: words('Nobody with a name has opened it yet.'), columns: [] },
    {
      page: (client, input) => client.reports.listUniqueOpens(input).orThrow(),
      all: (client, input) => client.reports.listUniqueOpens.all(input),
      count: (client, of) => client.reportCounts.uniqueOpens({ ...of, exclude_anonymous_opens: false }).orThrow(),
      details: () => [],
    },
  ),
  clicked: peopleList(
    {
      title: words('Who clicked'),
      none: words('Nobody with a name has clicked yet.'),
      columns: [words('Link')],
    },
    {
      page: (client, input) => client.reports.listUniqueClicks(input).orThrow(),
      all: (client, input) => client.reports.listUniqueClicks.all(input),
      count: (client, of) => client.reportCounts.uniqueClicks({ ...of, exclude_anonymous_clicks: false }).orThrow(),
      details: (_, { link_url }) => [link_url ?? ''],
    },
  ),
  left: peopleList(
    {
      title: words('Who opted out'),
      none: words('Nobody has opted out.'),
      columns: [words('How'), words('Reason')],
    },
    {
      page: (client, { link_id: _, ...input }) =>
        client.reports.listUnsubscriptions({ ...input, embed_reasons: true }).orThrow(),
      all: (client, { link_id: _, ...input }) =>
        client.reports.listUnsubscriptions.all({ ...input, embed_reasons: true }),
      count: (client, { mailing_id }) =>
        client.reportCounts.unsubscriptions({ mailing_id, exclude_anonymous: false }).orThrow(),
      details: (say, { source, reasons = [] }) => [
        sayKnown(say, ways, source),
        reasons
          .map(({ reason, message }) =>
            [sayKnown(say, unsubscriptionReasons, reason), message].filter(Boolean).join(': '),
          )
          .join('; '),
      ],
    },
  ),
  bounced: peopleList(
    {
      title: words('Whose mail bounced'),
      none: words('No mail has bounced.'),
      columns: [words('Kind'), words('Reason')],
    },
    {
      page: (client, { link_id: _, ...input }) => client.reports.listBounces(input).orThrow(),
      all: (client, { link_id: _, ...input }) => client.reports.listBounces.all(input),
      count: (client, { mailing_id }) =>
        client.reportCounts.bounces({ mailing_id, exclude_anonymous_bounces: false }).orThrow(),
      details: (say, { type, status_code, reason }) => [
        type === 'permanent' ? say('Permanent') : say('Temporary'),
        [reason && sayKnown(say, bounceReasons, reason), status_code].filter(Boolean).join(' · '),
      ],
    },
  ),
  spared: peopleList(
    {
      title: words('Who was spared'),
      none: words('Nobody was spared.'),
      columns: [words('Reason')],
    },
    {
      page: (client, { link_id: _, ...input }) => client.reports.listSpared(input).orThrow(),
      all: (client, { link_id: _, ...input }) => client.reports.listSpared.all(input),
      count: (client, { mailing_id }) =>
        client.reportCounts.spared({ mailing_id, exclude_anonymous_contacts: false }).orThrow(),
      details: (say, { reason }) => [say(sparings[reason])],
    },
  ),
};

export type ListName = keyof typeof peopleLists;
