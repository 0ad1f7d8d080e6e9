import { section } from '../../components/figures.ts';
import { pageButton, pageLink } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { criterionLabel, experimentBadge, list } from './words.ts';

/** Experiments of the account, the last one first. */
export async function experimentList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const experiments = await client.experiments.list().orThrow();
  const rows = table<(typeof experiments)[number]>(
    say('Experiments'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="${list}/${id}">${name}</a>` },
      { title: say('State'), cell: ({ state }) => experimentBadge(say, state), kind: 'whole' },
      { title: say('Variants'), cell: ({ mailing_ids }) => say.number(mailing_ids.length), kind: 'minor number' },
      { title: say('Compared by'), cell: ({ criterion }) => criterionLabel(say, criterion), kind: 'minor' },
      { title: say('Created'), cell: ({ created }) => localTime(visit, created), kind: 'minor' },
    ],
    experiments,
    say.rich(
      'An experiment sends two to five variants of a mailing to parts of a segment, and the better one to everybody else. <a>Try variants.</a>',
      { a: pageLink(visit, `${list}/new`) },
    ),
  );
  const actions = pageButton(visit, say('Try variants'), `${list}/new`, 'main');
  return respondPage(visit, { title: say('Experiments'), actions, body: section(say('Experiments'), rows) });
}
