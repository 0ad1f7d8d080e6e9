import { facts, figures, number, section } from '../../components/figures.ts';
import { linkButton, postForm } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { redirect, respondFile } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { customFieldsOf } from '../contacts/fields.ts';
import { encodingLabel, type Import, importBadge } from './list.ts';
import { mappingForm } from './mapping.ts';

const parent = { label: 'Import', path: '/console/imports' };
const separators = { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', bar: 'Vertical bar' };

/** An import: what was found in the file, or what became of its rows. */
export const importPage = (visit: Visit): Promise<Response> => showImport(visit);

export async function showImport(visit: Visit, message?: string): Promise<Response> {
  const found = await visit.client.imports.get({ importId: Number(visit.params.id) }).orThrow();
  const own = `/console/imports/${found.id}`;
  const isRunning = found.state === 'running';
  const body = html`${fault(message)}${
    found.state === 'uploaded'
      ? html`${section('File', fileFacts(found))}${mappingForm(
          visit,
          found,
          (await customFieldsOf(visit.client)).map(({ name }) => name),
        )}`
      : section('Result', progress(found, own), { id: 'result', refresh: isRunning && 2 })
  }`;
  const actions = postForm(
    visit,
    `${own}/delete`,
    html`<button class="quiet">${isRunning ? 'Stop and delete' : 'Delete'}</button>`,
  );
  return respondPage(visit, { title: found.name, parent, actions, body }, message === undefined ? 200 : 400);
}

const fileFacts = ({ kind, encoding, separator, count_rows, columns }: Import) =>
  facts([
    ['Kind', kind === 'csv' ? 'CSV' : 'Excel workbook'],
    ...(encoding ? [['Encoding', encodingLabel(encoding)] as const] : []),
    ...(separator ? [['Separator', separators[separator]] as const] : []),
    ['Rows', number(count_rows)],
    ['Columns', number(columns.length)],
  ]);

function progress(found: Import, own: string): Content {
  const { name, state, count_rows, count_done, count_duplicates, count_invalid } = found;
  const faults = count_duplicates + count_invalid;
  return html`<p class="row">${importBadge(state)} <span class="soft">${number(count_done)} of ${number(count_rows)} rows</span></p>
${state === 'running' && html`<progress aria-label="Progress of ${name}" max="${Math.max(1, count_rows)}" value="${count_done}"></progress>`}
${figures([
  ['New contacts', number(found.count_new_contacts)],
  ['Existing contacts', number(found.count_existing_contacts)],
  ['Unsubscribed, skipped', number(found.count_unsubscribed_contacts)],
  ['Duplicates', number(count_duplicates)],
  ['With errors', number(count_invalid)],
])}${
  faults > 0
    ? html`<p>${linkButton('Download the rows that were not stored', `${own}/errors.csv`)}</p>${hint('The file has the rows as they are in yours, with what is wrong before them. Correct it and import it again.')}`
    : state === 'done' && hint('Every row was stored.')
}${state === 'done' && html`<p>${linkButton('Show the contacts', '/console/contacts', 'main')}</p>`}`;
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
