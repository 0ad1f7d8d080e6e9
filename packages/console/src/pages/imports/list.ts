import type { Client } from '@mailwright/client';
import { badge, section } from '../../components/figures.ts';
import { postForm, selectField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, type Words, words } from '../../words.ts';

const pageSize = 50;

export type Import = Awaited<ReturnType<ReturnType<Client['imports']['get']>['orThrow']>>;
type Encoding = NonNullable<Import['encoding']>;

const encodings: readonly (readonly [Encoding | '', Words])[] = [
  ['', words('Detect automatically')],
  ['utf-8', words('UTF-8')],
  ['windows-1252', words('Windows-1252 (Western European)')],
  ['utf-16le', words('UTF-16, little endian')],
  ['utf-16be', words('UTF-16, big endian')],
];
export const encodingLabel = (say: Say, encoding: Encoding) => say(encodings.find(([name]) => name === encoding)![1]);

/** Says how an import stands; one that is done and has stored nothing is no success. */
export function importBadge(say: Say, found: Import) {
  const { state, count_new_contacts, count_existing_contacts, count_duplicates, count_invalid, count_incomplete } =
    found;
  if (state === 'uploaded') return badge(say('To be started'));
  if (state === 'running') return badge(say('Running'), 'busy');
  if (count_new_contacts + count_existing_contacts === 0) return badge(say('Nothing stored'), 'bad');
  if (count_duplicates + count_invalid + count_incomplete > 0) return badge(say('Done, with errors'));
  return badge(say('Done'), 'good');
}

/** Imports of the last 30 days, and the form for another one. */
export const importList = (visit: Visit): Promise<Response> => showList(visit);

async function showList(visit: Visit, message?: string): Promise<Response> {
  const { say } = visit;
  const page = pageOf(visit.query);
  const { items, pages } = await visit.client.imports.list({ page_size: pageSize, page_index: page }).orThrow();
  const form = postForm(
    visit,
    '/console/imports',
    html`<p class="field"><label for="file">${say('CSV file or Excel workbook')}</label><input id="file" name="file" type="file" required accept=".csv,.txt,.tsv,.xlsx,text/csv" aria-describedby="file-hint"><span class="hint" id="file-hint">${say('At most 9 MB. You check everything before it is saved.')}</span></p>
${selectField({ label: say('Encoding of a CSV file'), name: 'encoding', options: say.options(encodings) })}<p><button>${say('Upload and preview')}</button></p>`,
    { upload: true },
  );
  const list = table<Import>(
    say('Imports'),
    [
      { title: say('File'), cell: ({ id, name }) => html`<a href="/console/imports/${id}">${name}</a>` },
      { title: say('State'), cell: (found) => importBadge(say, found) },
      { title: say('Uploaded'), cell: ({ created }) => localTime(visit, created), kind: 'minor' },
      { title: say('Rows'), cell: ({ count_rows }) => say.number(count_rows), kind: 'number' },
      { title: say('New'), cell: ({ count_new_contacts }) => say.number(count_new_contacts), kind: 'minor number' },
      {
        title: say('Not stored'),
        cell: ({ count_duplicates, count_invalid }) => say.number(count_duplicates + count_invalid),
        kind: 'minor number',
      },
    ],
    items,
    say('No file was imported in the last 30 days.'),
  );
  const body = html`${fault(message)}${section(say('Import a file'), form)}${section(say('Imports'), html`${list}${pager(visit, page, pages ?? 1)}`)}`;
  const parent = { label: say('Contacts'), path: '/console/contacts' };
  return respondPage(visit, { title: say('Import'), parent, body }, message === undefined ? 200 : 400);
}

/** Uploads a file, and goes on to what was found in it. */
export async function uploadFile(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return showList(visit, say('Choose a file that is not empty.'));
  const encoding = textOf(form, 'encoding') as Encoding | '';
  const uploaded = await attempt(
    client.imports
      .create({
        name: file.name.replaceAll(/[/\\\p{Cc}]/gu, '_').slice(0, 255),
        contentType: 'application/octet-stream',
        body: new Uint8Array(await file.arrayBuffer()),
        ...(encoding && { encoding }),
      })
      .orThrow(),
  );
  return 'fault' in uploaded ? showList(visit, uploaded.fault) : redirect(`/console/imports/${uploaded.value.id}`);
}
