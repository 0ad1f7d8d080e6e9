import { facts, figures, section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import { redirect, respondFile } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, words } from '../../words.ts';
import { customFieldsOf } from '../contact-fields.ts';
import { outcomeNote } from '../outcomes.ts';
import { errorFile } from './error-file.ts';
import { sayFault } from './fault-words.ts';
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
  const sheet = visit.query.get('sheet') || textOf(visit.form, 'sheet') || undefined;
  const found = await visit.client.imports
    .get({ importId: Number(visit.params.id), ...(sheet && { sheet }) })
    .orThrow();
  const own = `/console/imports/${found.id}`;
  const isRunning = found.state === 'running';
  const body = html`${fault(message)}${
    found.state === 'uploaded'
      ? html`${section(say('File'), html`${fileFacts(say, found)}${sheetPicker(say, found, own)}`)}${mappingForm(
          visit,
          found,
          (await customFieldsOf(visit.client)).map(({ name }) => name),
        )}`
      : section(
          say('Result'),
          html`${await outcomeNote(visit, { kind: 'import', object_id: found.id }, { stays: true })}${progress(say, found, own)}`,
          { id: 'result', refresh: isRunning && 2 },
        )
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

/** Chooses another sheet of a workbook. */
const sheetPicker = (say: Say, { sheet, sheets = [] }: Import, own: string): Content =>
  sheets.length > 1 &&
  html`<form class="search" method="get" action="${own}">${selectField({
    label: say('Sheet'),
    name: 'sheet',
    value: sheet,
    options: sheets.map((name) => [name, name] as const),
  })}<button class="quiet">${say('Show this sheet')}</button></form>`;

function progress(say: Say, found: Import, own: string): Content {
  const { name, state, count_rows, count_done, count_duplicates, count_invalid, count_incomplete } = found;
  return html`<p class="row">${importBadge(say, found)} <span class="soft">${say('{done, number} of {rows, number} rows', { done: count_done, rows: count_rows })}</span></p>
${state === 'running' && html`<progress aria-label="${say('Progress of {name}', { name })}" max="${Math.max(1, count_rows)}" value="${count_done}"></progress>${hint(say('The import runs in the background. You can leave this page.'))}`}
${figures([
  [say('New contacts'), say.number(found.count_new_contacts)],
  [say('Existing contacts'), say.number(found.count_existing_contacts)],
  [say('Unsubscribed, skipped'), say.number(found.count_unsubscribed_contacts)],
  [say('Stored without some values'), say.number(count_incomplete)],
  [say('Duplicates, left out'), say.number(count_duplicates)],
  [say('Left out because of errors'), say.number(count_invalid)],
])}${
  count_duplicates + count_invalid + count_incomplete > 0
    ? html`${faultTable(say, found)}<p>${linkButton(say('Download these rows'), `${own}/errors.csv`)}</p>${hint(say('The file has your rejected rows, each with the reason, in the format of your file. Correct it and import it again.'))}`
    : state === 'done' && count_rows > 0 && hint(say('Every row was stored.'))
}${state === 'done' && html`<p>${linkButton(say('Show the contacts'), `/console/contacts?file=${found.id}`, 'main')}</p>`}`;
}

type Fault = NonNullable<Import['faults']>[number];

/** The first rows that were left out or lack values, with the reasons. */
function faultTable(
  say: Say,
  { columns, faults = [], count_duplicates, count_invalid, count_incomplete }: Import,
): Content {
  const rows = count_duplicates + count_invalid + count_incomplete;
  return html`<h3>${say('{count, plural, one {A row that was not stored as it is} other {# rows that were not stored as they are}}', { count: rows })}</h3>${table<Fault>(
    say('Rows with errors'),
    [
      { title: say('Line'), cell: ({ line }) => say.number(line), kind: 'number' },
      { title: say('Column'), cell: ({ column, field, fault }) => column ?? field ?? columnOf(columns, fault) },
      { title: say('Value'), cell: ({ value }) => value },
      {
        title: say('What is wrong'),
        cell: ({ fault, is_stored }) =>
          html`${sayFault(say, fault)}${is_stored && html` <span class="soft">${say('The rest of the row was stored.')}</span>`}`,
      },
    ],
    faults,
    say('The rows are in the file.'),
  )}${rows > faults.length && hint(say('These are the first ones; the file has all of them.'))}`;
}

/** The name of the column that the sentence on a row as a whole counts. */
const columnOf = (columns: Import['columns'], fault: string): string | undefined =>
  columns[Number(/^column (\d+) /.exec(fault)?.[1] ?? 0) - 1]?.name;

export async function deleteImport({ client, params }: Visit): Promise<Response> {
  await client.imports.delete({ importId: Number(params.id) }).orThrow();
  return redirect('/console/imports?done=import-deleted');
}

/** The rows that were not stored, or not with all values. */
export async function importErrors({ client, params, say }: Visit): Promise<Response> {
  const importId = Number(params.id);
  const found = await client.imports.get({ importId }).orThrow();
  const content = errorFile(say, found, await client.imports.getErrors({ importId }).orThrow());
  const type = `text/csv; charset=${found.encoding ?? 'utf-8'}`;
  return respondFile(`errors-${found.name.replace(/\.\w+$/, '')}.csv`, type, content);
}
