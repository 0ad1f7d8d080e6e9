import { type Column, table } from '../../components/tables.ts';
import { localMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Run } from './numbers.ts';
import { list } from './view.ts';

/** Runs with or without the steps that were taken. */
type ShownRun = Omit<Run, 'passed'>;

/** Contacts and how far they are in the program, each with a link to its way through it. */
export async function runTable(visit: Visit, title: string, runs: readonly ShownRun[], none: string): Promise<Content> {
  const { client, params, say } = visit;
  const ids = [...new Set(runs.map(({ contact_id }) => contact_id))];
  const found = ids.length === 0 ? [] : (await client.contacts.find({ ids, limit: ids.length }).orThrow()).contacts;
  const addresses = new Map(found.map(({ id, email }) => [id, email]));
  const columns: Column<ShownRun>[] = [
    {
      title: say('Contact'),
      cell: ({ contact_id: id }) =>
        html`<a href="/console/contacts/${id}">${addresses.get(id) ?? say('Contact {id}', { id })}</a>`,
    },
    { title: say('Began'), cell: ({ started }) => localMinute(visit, started), kind: 'minor' },
    { title: say('Steps taken'), cell: ({ taken }) => taken, kind: 'number' },
    { title: say('Next step'), cell: (run) => whenNext(visit, run) },
    {
      title: say('Way'),
      cell: ({ contact_id: id }) => html`<a href="${list}/${params.id}/contacts/${id}">${say('Show the way')}</a>`,
    },
  ];
  return table<ShownRun>(title, columns, runs, none);
}

/** When a contact goes on, or how it has come to the end. */
export function whenNext(visit: Visit, { due, ended, left }: ShownRun): string {
  const { say } = visit;
  if (due !== undefined) return localMinute(visit, due);
  const time = localMinute(visit, ended ?? 0);
  if (left === 'goal') return say('Reached the goal {time}', { time });
  if (left === 'exit') return say('Left early {time}', { time });
  return left === 'program' ? say('Taken out by another automation {time}', { time }) : say('Ended {time}', { time });
}
