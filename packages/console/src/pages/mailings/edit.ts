import { askAboutConflicts, seenField } from '../../components/conflict.ts';
import { section } from '../../components/figures.ts';
import { linkButton, pageButton, postForm, selectField, textArea, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { nothingSeen } from '../../web/conflicts.ts';
import { redirect, respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { type Contents, changedParts, partsOf, readContents, withLineEnds } from './contents.ts';
import { autosaveState, draftNotes, findDraft } from './drafts.ts';
import { firstMjml } from './first-mjml.ts';
import { type Notation, notationOf } from './notation.ts';
import { previewPart } from './preview.ts';

function writingHint(say: Say, notation: Notation): Content {
  const images = say.rich('Drop images into the text, or take the address of one of the <a>images</a>.', {
    a: (inner) => html`<a href="/console/images">${inner}</a>`,
  });
  return notation === 'html'
    ? html`${say.rich('Personalize with tags such as <code>[[CONTACT|FIRSTNAME|friend]]</code>; <code>[[LINK|UNSUBSCRIBE]]</code> is the address to unsubscribe at.')} ${images}`
    : html`${say.rich('It becomes HTML when you save. Tags such as <code>[[CONTACT|FIRSTNAME|friend]]</code> stay as they are.')} ${images}`;
}

/** What the form shows, beside what is stored. */
interface Editing {
  stored: Contents;
  /** Version of the stored mailing. A draft keeps it, so that a later save can tell whether somebody changed the mailing since. */
  version: string;
  values: Contents;
  notation: Notation;
  /** What its sender has seen, if it is not what is stored. */
  seen?: string | undefined;
  message?: string | undefined;
}

/** Reads the version first: contents that are changed meanwhile are then of a later one, which is refused. */
async function readStored({ client, params }: Visit): Promise<Pick<Editing, 'stored' | 'version'>> {
  const mailingid = Number(params.id);
  const version = await client.mailings.getVersion({ mailingid }).orThrow();
  return { version, stored: await readContents(client, mailingid) };
}

export async function editMailingForm(visit: Visit): Promise<Response> {
  const { version, stored } = await readStored(visit);
  const draft = await findDraft(visit, visit.query.get('draft'), stored);
  const values = draft?.values ?? stored;
  const seen = draft && draft.seenVersion !== version ? nothingSeen : undefined;
  const notation = (visit.query.get('as') ?? (values.mjml === '' ? 'html' : 'mjml')) === 'mjml' ? 'mjml' : 'html';
  return showForm(visit, { version, stored, values: await beginning(visit, values, notation), notation, seen });
}

/** Nobody begins with an empty page of MJML. */
const beginning = async (visit: Visit, values: Contents, notation: Notation): Promise<Contents> =>
  notation === 'mjml' && values.mjml === '' ? { ...values, mjml: await firstMjml(visit) } : values;

async function showForm(visit: Visit, editing: Editing): Promise<Response> {
  const { client, params, query, say } = visit;
  const { stored, values, notation, message } = editing;
  const mailingid = Number(params.id);
  const own = `/console/mailings/${params.id}`;
  const [groups, type, notes] = await Promise.all([
    readGroups(client),
    client.mailings.getType({ mailingid }).orThrow(),
    message === undefined && !query.has('draft') && !visit.form.has('token') ? draftNotes(visit, own) : undefined,
  ]);
  const other = notation === 'html' ? 'mjml' : 'html';
  const version = textOf(visit.form, 'version') || editing.version;
  // Enter presses the first button, which must not be the one for the other notation.
  const enter = html`<button class="unseen" tabindex="-1" aria-hidden="true">${say('Save')}</button>`;
  const form = html`${enter}${seenField(visit, `${own}/edit`, partsOf(say, stored, nameIn(groups)), editing.seen)}<input type="hidden" name="version" value="${version}"><input type="hidden" name="notation" value="${notation}">${values[other] !== stored[other] && html`<input type="hidden" name="${other}" value="${values[other]}">`}<div class="writing"><div>${section(
    say('Subject and sender'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: values.name, required: true, maxLength: 64 })}
${textField({ label: say('Subject'), name: 'subject', value: values.subject, required: true, maxLength: 1023 })}
${textField({ label: say('Preview text'), name: 'preview', value: values.preview, maxLength: 255, hint: say('Mailboxes show it beside the subject.') })}
${textField({ label: say('Sender address'), name: 'sender', type: 'email', value: values.sender })}
${textField({ label: say('Sender name'), name: 'alias', value: values.alias })}
${type === 'regular' && selectField({ label: say('Segment'), name: 'group', value: values.group, options: [['', say('None yet')], ...groups] })}</div>`,
  )}${section(
    say('Contents'),
    html`${notationButton(say, stored, notation)}${textArea({ label: notation === 'html' ? say('HTML') : say('MJML'), name: notation, value: values[notation], rows: 20, code: true, editor: true, hint: writingHint(say, notation) })}
<p class="field"><label for="file">${say('Or a file with the HTML or the MJML')}</label><input id="file" name="file" type="file" accept=".html,.htm,.mjml,text/html" aria-describedby="file-hint"><span class="hint" id="file-hint">${say('Your HTML is kept exactly as uploaded. The file replaces what is written above.')}</span></p>
${textArea({ label: say('Text'), name: 'text', value: values.text, rows: 8, code: true, hint: say('For mail apps that show no HTML. If it is empty, it is made from the HTML; a text of your own stays as it is when the HTML changes.') })}
${textArea({ label: say('AMP'), name: 'amp', value: values.amp, rows: 8, code: true, hint: say('A part in AMP for Email, which some mail apps show instead of the HTML. It is checked when you save; leave it empty if you have none.') })}`,
  )}<p class="row"><button>${say('Save')}</button><button class="quiet" name="next" value="preview">${say('Save and preview')}</button>${linkButton(say('Back to the mailing'), own)}</p>${autosaveState(visit, own)}</div>${previewPart(visit, own)}</div>`;
  const body = html`${fault(message)}${notes}${postForm(visit, `${own}/edit`, form, { upload: true, unsaved: query.has('draft') })}`;
  const title = say('Edit {name}', { name: stored.name });
  const asBlocks = stored.mjml !== '' && notation === 'mjml' && linkButton(say('Edit as blocks'), `${own}/blocks`);
  const actions = html`${asBlocks}${pageButton(visit, say('Versions'), `${own}/versions`)}`;
  const page = { title, parent: parentOf(say), actions, body, editor: true };
  return respondPage(visit, page, message === undefined ? 200 : 400);
}

const parentOf = (say: Say) => ({ label: say('Mailings'), path: '/console/mailings' });

type Groups = readonly (readonly [id: string, name: string])[];

const readGroups = async (client: Visit['client']): Promise<Groups> =>
  (await client.targetGroups.list({ page_size: 1000 }).orThrow()).items
    .filter(({ type }) => type === 'regular')
    .map(({ id, name }) => [String(id), name]);

const nameIn = (groups: Groups) => (wanted: string) => groups.find(([id]) => id === wanted)?.[1] ?? wanted;

/** The other way to write: the button takes along what was typed. What it would replace is said before. */
function notationButton(say: Say, { html: written, mjml }: Contents, notation: Notation): Content {
  const button = (value: Notation, label: string) =>
    html`<button class="quiet" name="next" value="${value}" formnovalidate>${label}</button>`;
  if (notation === 'html')
    return html`${mjml !== '' && hint(say('This HTML was made from MJML. If you change it here, the MJML is dropped.'))}<p>${button('mjml', mjml === '' ? say('Write in MJML instead') : say('Edit the MJML'))}</p>`;
  return html`${written !== '' && mjml === '' && hint(say('Saving replaces the HTML that is stored.'))}<p>${button('html', say('Write HTML instead'))}</p>`;
}

export async function changeMailing(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const mailingid = Number(params.id);
  const { stored, version } = await readStored(visit);
  const after = await readForm(form, stored);
  const notation = notationOf(form);
  const next = form.get('next');
  if (next === 'mjml' || next === 'html')
    return showForm(visit, {
      stored,
      version,
      values: await beginning(visit, await typedSources(form, after, stored), next),
      notation: next,
    });
  const own = `/console/mailings/${params.id}`;
  const groupName = nameIn(await readGroups(client));
  const [mine, theirs] = [after, stored].map((values) => partsOf(say, values, groupName));
  const title = say('Two versions of {name}', { name: stored.name });
  const asked = askAboutConflicts(visit, {
    mine: mine!,
    theirs: theirs!,
    title,
    parent: parentOf(say),
    back: `${own}/edit`,
    upload: true,
  });
  if (asked) return asked;
  const seen = { 'If-Match': `"${version}"` };
  const saved = await attempt(
    client.mailings.setContents({ mailingid, body: changedParts(stored, after), ...seen }).orThrow(),
  );
  if ('fault' in saved) {
    // Somebody was quicker by a moment: now there may be something to ask.
    if ((await client.mailings.getVersion({ mailingid }).orThrow()) !== version) return changeMailing(visit);
    return showForm(visit, { stored, version, values: after, notation, message: saved.fault });
  }
  if (next !== 'preview') return redirect(`${own}?done=saved`);
  const shown = new URLSearchParams({
    done: 'saved',
    contact: textOf(form, 'contact'),
    scheme: textOf(form, 'scheme') || 'light',
  });
  return redirect(`${visit.path}?${shown}`);
}

/** What would be stored of a form. */
async function readForm(form: FormData, stored: Contents): Promise<Contents> {
  return {
    name: textOf(form, 'name'),
    subject: textOf(form, 'subject'),
    preview: textOf(form, 'preview'),
    sender: textOf(form, 'sender'),
    alias: textOf(form, 'alias'),
    group: textOf(form, 'group') || stored.group,
    ...(await writtenContents(form, stored)),
    text: withLineEnds(String(form.get('text') ?? ''), stored.text),
    amp: withLineEnds(String(form.get('amp') ?? stored.amp), stored.amp),
  };
}

/** The HTML or the MJML of a form, from its file if there is one. */
async function writtenContents(form: FormData, stored: Contents): Promise<Pick<Contents, Notation>> {
  const file = form.get('file');
  if (file instanceof File && file.size > 0) {
    const text = await file.text();
    return /\.mjml$/i.test(file.name) ? { html: stored.html, mjml: text } : { html: text, mjml: '' };
  }
  if (notationOf(form) === 'mjml') return { html: stored.html, mjml: typedIn(form, 'mjml', stored) };
  const html = typedIn(form, 'html', stored);
  return { html, mjml: html === stored.html ? stored.mjml : '' };
}

/** Both the HTML and the MJML of a form, of which one is taken along while the other is written. */
async function typedSources(form: FormData, after: Contents, stored: Contents): Promise<Contents> {
  const file = form.get('file');
  const typed = { html: typedIn(form, 'html', stored), mjml: typedIn(form, 'mjml', stored) };
  if (!(file instanceof File) || file.size === 0) return { ...after, ...typed };
  return after.mjml === '' ? { ...after, mjml: typed.mjml } : { ...after, html: typed.html };
}

const typedIn = (form: FormData, notation: Notation, stored: Contents): string =>
  form.has(notation) ? withLineEnds(String(form.get(notation)), stored[notation]) : stored[notation];

/** The stored HTML as it was written. */
export async function mailingHtml({ client, params }: Visit): Promise<Response> {
  return respondForeign(await client.mailings.getHtml({ mailingid: Number(params.id) }).orThrow());
}
