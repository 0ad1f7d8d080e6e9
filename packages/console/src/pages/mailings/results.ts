import type { Client } from '@mailwright/client';
import { table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import type { Say } from '../../words.ts';
import { type ListedMailing, listMailings } from '../mailing-names.ts';
import { reported, stateBadge } from '../mailing-states.ts';

type Named = Pick<ListedMailing, 'id' | 'name' | 'state'>;

/** What became of a mailing, in numbers that mailings can be compared by. */
export interface Results extends Named {
  recipients: number;
  opens: number;
  clicks: number;
  bounces: number;
  unsubscribed: number;
}

/** Results of the mailings that were sent last, the newest first. */
export async function readResults(client: Client, count: number): Promise<Results[]> {
  const { mailings } = await listMailings(client, { states: reported, page_size: count });
  return readFigures(client, mailings);
}

/** Results of some mailings, in their order; without those that there are not. */
export async function readResultsOf(client: Client, ids: readonly number[]): Promise<Results[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const of = { mailingid: id };
      const [name, state] = await Promise.all([client.mailings.getName(of), client.mailings.getState(of)]);
      return name.ok && state.ok ? [{ id, name: name.data, state: state.data }] : [];
    }),
  );
  return readFigures(client, found.flat());
}

async function readFigures(client: Client, mailings: readonly Named[]): Promise<Results[]> {
  if (mailings.length === 0) return [];
  const summaries = await client.reports.listMailingSummaries({ mailing_id: mailings.map(({ id }) => id) }).orThrow();
  const figures = new Map(summaries.map((summary) => [summary.mailing_id, summary]));
  return mailings.flatMap((mailing) => {
    const found = figures.get(mailing.id);
    return found === undefined ? [] : { ...mailing, ...figuresOf(found) };
  });
}

type Summary = Awaited<ReturnType<ReturnType<Client['reports']['listMailingSummaries']>['orThrow']>>[number];

const figuresOf = (summary: Summary) => ({
  recipients: summary.recipients,
  opens: summary.opens_unique,
  clicks: summary.clicks_unique,
  bounces: summary.bounces_unique,
  unsubscribed: summary.unsubscriptions,
});

export const bounceShare = (say: Say, { bounces, recipients }: Results) => say.share(bounces, recipients + bounces);

export const resultTable = (say: Say, label: string, results: readonly Results[], none: Content): Content =>
  table<Results>(
    label,
    [
      { title: say('Mailing'), cell: ({ id, name }) => html`<a href="/console/mailings/${id}/report">${name}</a>` },
      { title: say('State'), cell: ({ state }) => stateBadge(say, state), kind: 'minor' },
      { title: say('Recipients'), cell: ({ recipients }) => say.number(recipients), kind: 'minor number' },
      { title: say('Opened'), cell: ({ opens, recipients }) => say.share(opens, recipients), kind: 'number' },
      { title: say('Clicked'), cell: ({ clicks, recipients }) => say.share(clicks, recipients), kind: 'number' },
      { title: say('Bounced'), cell: (results) => bounceShare(say, results), kind: 'minor number' },
      {
        title: say('Opt-outs'),
        cell: ({ unsubscribed, recipients }) => say.share(unsubscribed, recipients),
        kind: 'minor number',
      },
    ],
    results,
    none,
  );

type Rate = 'opens' | 'clicks';

/** The middle of the rates of mailings that reached somebody; `undefined` if there are none. */
export function medianRate(results: readonly Results[], of: Rate): number | undefined {
  const rates = results
    .filter(({ recipients }) => recipients > 0)
    .map((result) => result[of] / result.recipients)
    .sort((one, other) => one - other);
  const [low, high] = [rates[Math.ceil(rates.length / 2) - 1], rates[Math.floor(rates.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
