import { section } from '../../components/figures.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { shareBars } from '../../components/plots.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { type Results, readResultsOf, resultTable } from './results.ts';

const fewest = 2;
const most = 4;

/** What mailings are compared by, each as a part of a whole. */
const rates: readonly { title: Words; part(of: Results): number; whole(of: Results): number }[] = [
  { title: words('Opened'), part: ({ opens }) => opens, whole: ({ recipients }) => recipients },
  { title: words('Clicked'), part: ({ clicks }) => clicks, whole: ({ recipients }) => recipients },
  { title: words('Clicked, of those who opened'), part: ({ clicks }) => clicks, whole: ({ opens }) => opens },
  {
    title: words('Bounced'),
    part: ({ bounces }) => bounces,
    whole: ({ bounces, recipients }) => bounces + recipients,
  },
  { title: words('Opt-outs'), part: ({ unsubscribed }) => unsubscribed, whole: ({ recipients }) => recipients },
];

/** Mailings that were chosen in the list, side by side. */
export async function compareMailings(visit: Visit): Promise<Response> {
  const { say } = visit;
  const ids = chosenIds(visit.query);
  const results = ids.length > most ? [] : await readResultsOf(visit.client, ids);
  if (results.length < fewest)
    return respond(
      visit,
      fault(say('Choose two to four mailings of the list. You have chosen {count, number}.', { count: ids.length })),
      400,
    );
  const bars = ({ title, part, whole }: (typeof rates)[number]) =>
    section(
      say(title),
      shareBars(
        results.map((of) => ({
          label: of.name,
          value: whole(of) === 0 ? 0 : part(of) / whole(of),
          text: `${say.share(part(of), whole(of))} · ${say.number(part(of))}`,
        })),
      ),
    );
  const table = resultTable(say, say('Mailings'), results, undefined);
  const note = hint(say('Unique contacts. Opt-outs are contacts who unsubscribed or complained.'));
  return respond(
    visit,
    html`${section(say('Figures'), html`${table}${note}`)}<div class="two">${rates.map(bars)}</div>`,
  );
}

function respond(visit: Visit, body: Content, status = 200): Response {
  const { say } = visit;
  const parent = { label: say('Mailings'), path: '/console/mailings' };
  return respondPage(visit, { title: say('Compare mailings'), parent, body }, status);
}

/** Ids in the address, each once. */
const chosenIds = (query: URLSearchParams): number[] => [
  ...new Set(
    query
      .getAll('mailing')
      .filter((id) => /^\d{1,15}$/.test(id))
      .map(Number),
  ),
];
