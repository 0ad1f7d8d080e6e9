import { facts, figures, section } from '../../components/figures.ts';
import { linkButton, postForm } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { redirect, respondFile } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, words } from '../../words.ts';
import { customFieldsOf } from '../contacts/fields.ts';
import { encodingLabel, type Import, importBadge } from './list.ts';
import { mappingForm } from './mapping.ts';

const separators = {
  comma: words('Comma'),
  semicolon: words('Semicolon'),
  tab: words('Tab'),
  bar: words('Vertical bar'),
};

/** An import: what was found in the file, or what became of its rows. */
export const importPage = (visit: Visit): Promise<Response> => showImport(visit);

export async function showImport(visit: Visit, message?: string): Promise<Response> {
  const { say } = visit;
  const found = await visit.client.imports.get({ importId: Number(visit.params.id) }).orThrow();
  const own = `/console/imports/${found.id}`;
  const isRunning = found.state === 'running';
  const body = html`${fault(message)}${
    found.state === 'uploaded'
      ? html`${section(say('File'), fileFacts(say, found))}${mappingForm(
          visit,
          found,
          (await customFieldsOf(visit.client)).map(({ name }) => name),
        )}`
      : section(say('Result'), progress(say, found, own), { id: 'result', refresh: isRunning && 2 })
  }`;
  const actions = postForm(
    visit,
    `${own}/delete`,
    html`<button class="quiet">${isRunning ? say('Stop and delete') : say('Delete')}</button>`,
  );
  const parent = { label: say('Import'), path: '/console/imports' };
  return respondPage(visit, { title: found.name, parent, actions, body }, message === undefined ? 200 : 400);
}

const fileFacts = (say: Say, { kind, encoding, separator, count_rows, columns }: Import) =>
  facts([
    [say('Kind'), kind === 'csv' ? 'CSV' : say('Excel workbook')],
    ...(encoding ? [[say('Encoding'), encodingLabel(say, encoding)] as const] : []),
    ...(separator ? [[say('Separator'), say(separators[separator])] as const] : []),
    [say('Rows'), say.number(count_rows)],
    [say('Columns'), say.number(columns.length)],
  ]);

function progress(say: Say, found: Import, own: string): Content {
  const { name, state, count_rows, count_done, count_duplicates, count_invalid } = found;
  const faults = count_duplicates + count_invalid;
  return html`<p class="row">${importBadge(say, state)} <span class="soft">${say('{done, number} of {rows, number} rows', { done: count_done, rows: count_rows })}</span></p>
${state === 'running' && html`<progress aria-label="${say('Progress of {name}', { name })}" max="${Math.max(1, count_rows)}" value="${count_done}"></progress>`}
${figures([
  [say('New contacts'), say.number(found.count_new_contacts)],
  [say('Existing contacts'), say.number(found.count_existing_contacts)],
  [say('Unsubscribed, skipped'), say.number(found.count_unsubscribed_contacts)],
  [say('Duplicates'), say.number(count_duplicates)],
  [say('With errors'), say.number(count_invalid)],
])}${
  faults > 0
    ? html`<p>${linkButton(say('Download the rows that were not stored'), `${own}/errors.csv`)}</p>${hint(say('The file has the rows as they are in yours, with what is wrong before them. Correct it and import it again.'))}`
    : state === 'done' && hint(say('Every row was stored.'))
}${state === 'done' && html`<p>${linkButton(say('Show the contacts'), '/console/contacts', 'main')}</p>`}`;
}

export async function deleteImport({ client, params }: Visit): Promise<Response> {
  await client.imports.delete({ importId: Number(params.id) }).orThrow();
  return redirect('/console/imports?done=import-deleted');
}

/** The rows that were not stored. */
export async function importErrors({ client, params }: Visit): Promise<Response> {
  const importId = Number(params.id);
  const { name } = await client.imports.get({ importId }).orThrow();
  const text = await client.imports.getErrors({ importId }).orThrow();
  // Excel takes a file without the mark for Windows-1252.
  return respondFile(`errors-${name.replace(/\.\w+$/, '')}.csv`, 'text/csv; charset=utf-8', `\uFEFF${text}`);
}
