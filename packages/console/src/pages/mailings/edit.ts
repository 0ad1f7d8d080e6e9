import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textArea, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect, respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Contents, readContents, withLineEnds, writeContents } from './contents.ts';
import { previewPart } from './preview.ts';

/** What contents are written in. */
type Notation = 'html' | 'mjml';

/** Something to begin with, with all that a newsletter needs. */
const firstMjml = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text font-size="24px">Hello [[CONTACT|FIRSTNAME|friend]]</mj-text>
        <mj-text>Write here.</mj-text>
        <mj-button href="https://example.com/">Read on</mj-button>
        <mj-text font-size="12px"><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;

const notes: Record<Notation, Content> = {
  html: html`Personalize with tags such as <code>[[CONTACT|FIRSTNAME|friend]]</code>; <code>[[LINK|UNSUBSCRIBE]]</code> is the address to unsubscribe at. Drop images into the text, or take the address of one of the <a href="/console/images">images</a>.`,
  mjml: html`Saving makes the HTML of it. Tags such as <code>[[CONTACT|FIRSTNAME|friend]]</code> stay as they are. Drop images into the text, or take the address of one of the <a href="/console/images">images</a>.`,
};

export async function editMailingForm(visit: Visit): Promise<Response> {
  const values = await readContents(visit.client, Number(visit.params.id));
  const as = visit.query.get('as') ?? (values.mjml === '' ? 'html' : 'mjml');
  return as === 'mjml'
    ? showForm(visit, { ...values, mjml: values.mjml || firstMjml }, 'mjml')
    : showForm(visit, values, 'html');
}

async function showForm(visit: Visit, values: Contents, notation: Notation, message?: string): Promise<Response> {
  const { client, params } = visit;
  const own = `/console/mailings/${params.id}`;
  const groups = (await client.targetGroups.list({ page_size: 1000 }).orThrow()).items
    .filter(({ type }) => type === 'regular')
    .map(({ id, name, count_active_contacts = 0 }) => [String(id), `${name} (${count_active_contacts})`] as const);
  const form = html`<div class="writing"><div>${section(
    'Envelope',
    html`<div class="fields">${textField({ label: 'Name', name: 'name', value: values.name, required: true, maxLength: 255 })}
${textField({ label: 'Subject', name: 'subject', value: values.subject, required: true, maxLength: 255 })}
${textField({ label: 'Preview text', name: 'preview', value: values.preview, maxLength: 255, hint: 'Mailboxes show it beside the subject.' })}
${textField({ label: 'Sender address', name: 'sender', type: 'email', value: values.sender })}
${textField({ label: 'Sender name', name: 'alias', value: values.alias })}
${selectField({ label: 'Target group', name: 'group', value: values.group, options: [['', 'None yet'], ...groups] })}</div>`,
  )}${section(
    'Contents',
    html`${notationLinks(own, values, notation)}${textArea({ label: notation === 'html' ? 'HTML' : 'MJML', name: notation, value: values[notation], rows: 20, code: true, editor: true, hint: notes[notation] })}
<p class="field"><label for="file">Or a file with the HTML or the MJML</label><input id="file" name="file" type="file" accept=".html,.htm,.mjml,text/html" aria-describedby="file-hint"><span class="hint" id="file-hint">HTML is stored as it is, byte for byte. The file replaces what is written above.</span></p>
${textArea({ label: 'Text', name: 'text', value: values.text, rows: 8, code: true, hint: 'For mail programs that show no HTML; made from the HTML if empty.' })}`,
  )}<p class="row"><button>Save</button><button class="quiet" name="next" value="preview">Save and look</button>${linkButton('Back to the mailing', own)}</p></div>${previewPart(visit, own)}</div>`;
  const parent = { label: 'Back to the mailing', path: own };
  const body = html`${fault(message)}${postForm(visit, `${own}/edit`, form, { upload: true })}`;
  const title = `Edit ${values.name}`;
  return respondPage(visit, { title, parent, body, editor: true }, message === undefined ? 200 : 400);
}

/** The other way to write; what it would replace is said before. */
function notationLinks(own: string, { html: written, mjml }: Contents, notation: Notation): Content {
  if (notation === 'html' && mjml !== '')
    return hint(
      html`This HTML was made from MJML. If you change it here, the MJML is dropped. <a href="${own}/edit?as=mjml">Edit the MJML</a>`,
    );
  if (notation === 'html') return hint(html`<a href="${own}/edit?as=mjml">Write in MJML instead</a>`);
  const other = html`<a href="${own}/edit?as=html">Write HTML instead</a>`;
  return hint(written === '' || mjml !== firstMjml ? other : html`Saving replaces the HTML that is stored. ${other}`);
}

export async function changeMailing(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const id = Number(params.id);
  const before = await readContents(client, id);
  const after: Contents = {
    name: textOf(form, 'name'),
    subject: textOf(form, 'subject'),
    preview: textOf(form, 'preview'),
    sender: textOf(form, 'sender'),
    alias: textOf(form, 'alias'),
    group: textOf(form, 'group') || before.group,
    ...(await writtenContents(form, before)),
    text: withLineEnds(String(form.get('text') ?? ''), before.text),
  };
  const written = await attempt(writeContents(client, id, before, after));
  if ('fault' in written) return showForm(visit, after, form.has('mjml') ? 'mjml' : 'html', written.fault);
  if (form.get('next') !== 'preview') return redirect(`/console/mailings/${id}?done=saved`);
  const shown = new URLSearchParams({
    done: 'saved',
    contact: textOf(form, 'contact'),
    scheme: textOf(form, 'scheme') || 'light',
  });
  return redirect(`${visit.path}?${shown}`);
}

/** The HTML or the MJML of a form, from its file if there is one. */
async function writtenContents(form: FormData, before: Contents): Promise<Pick<Contents, Notation>> {
  const file = form.get('file');
  if (file instanceof File && file.size > 0) {
    const text = await file.text();
    return /\.mjml$/i.test(file.name) ? { html: before.html, mjml: text } : { html: text, mjml: '' };
  }
  if (form.has('mjml')) return { html: before.html, mjml: withLineEnds(String(form.get('mjml')), before.mjml) };
  return { html: withLineEnds(String(form.get('html') ?? ''), before.html), mjml: before.mjml };
}

/** The stored HTML as it was written. */
export async function mailingHtml({ client, params }: Visit): Promise<Response> {
  return respondForeign(await client.mailings.getHtml({ mailingid: Number(params.id) }).orThrow());
}
