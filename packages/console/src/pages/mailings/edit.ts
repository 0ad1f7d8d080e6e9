import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textArea, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect, respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { type Contents, readContents, withLineEnds, writeContents } from './contents.ts';
import { previewPart } from './preview.ts';

/** What contents are written in. */
type Notation = 'html' | 'mjml';

/** Something to begin with, with all that a newsletter needs. */
const firstMjml = (say: Say): string => `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text font-size="24px">${say('Hello [[CONTACT|FIRSTNAME|friend]]')}</mj-text>
        <mj-text>${say('Write here.')}</mj-text>
        <mj-button href="https://example.com/">${say('Read on')}</mj-button>
        <mj-text font-size="12px"><a href="[[LINK|UNSUBSCRIBE]]">${say('Unsubscribe from the newsletter')}</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;

function writingHint(say: Say, notation: Notation): Content {
  const images = say.rich('Drop images into the text, or take the address of one of the <a>images</a>.', {
    a: (inner) => html`<a href="/console/images">${inner}</a>`,
  });
  return notation === 'html'
    ? html`${say.rich('Personalize with tags such as <code>[[CONTACT|FIRSTNAME|friend]]</code>; <code>[[LINK|UNSUBSCRIBE]]</code> is the address to unsubscribe at.')} ${images}`
    : html`${say.rich('Saving makes the HTML of it. Tags such as <code>[[CONTACT|FIRSTNAME|friend]]</code> stay as they are.')} ${images}`;
}

export async function editMailingForm(visit: Visit): Promise<Response> {
  const values = await readContents(visit.client, Number(visit.params.id));
  const as = visit.query.get('as') ?? (values.mjml === '' ? 'html' : 'mjml');
  return as === 'mjml'
    ? showForm(visit, { ...values, mjml: values.mjml || firstMjml(visit.say) }, 'mjml')
    : showForm(visit, values, 'html');
}

async function showForm(visit: Visit, values: Contents, notation: Notation, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const own = `/console/mailings/${params.id}`;
  const groups = (await client.targetGroups.list({ page_size: 1000 }).orThrow()).items
    .filter(({ type }) => type === 'regular')
    .map(({ id, name, count_active_contacts = 0 }) => [String(id), `${name} (${count_active_contacts})`] as const);
  const form = html`<div class="writing"><div>${section(
    say('Envelope'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: values.name, required: true, maxLength: 255 })}
${textField({ label: say('Subject'), name: 'subject', value: values.subject, required: true, maxLength: 255 })}
${textField({ label: say('Preview text'), name: 'preview', value: values.preview, maxLength: 255, hint: say('Mailboxes show it beside the subject.') })}
${textField({ label: say('Sender address'), name: 'sender', type: 'email', value: values.sender })}
${textField({ label: say('Sender name'), name: 'alias', value: values.alias })}
${selectField({ label: say('Target group'), name: 'group', value: values.group, options: [['', say('None yet')], ...groups] })}</div>`,
  )}${section(
    say('Contents'),
    html`${notationLinks(say, own, values, notation)}${textArea({ label: notation === 'html' ? say('HTML') : say('MJML'), name: notation, value: values[notation], rows: 20, code: true, editor: true, hint: writingHint(say, notation) })}
<p class="field"><label for="file">${say('Or a file with the HTML or the MJML')}</label><input id="file" name="file" type="file" accept=".html,.htm,.mjml,text/html" aria-describedby="file-hint"><span class="hint" id="file-hint">${say('HTML is stored as it is, byte for byte. The file replaces what is written above.')}</span></p>
${textArea({ label: say('Text'), name: 'text', value: values.text, rows: 8, code: true, hint: say('For mail programs that show no HTML; made from the HTML if empty.') })}`,
  )}<p class="row"><button>${say('Save')}</button><button class="quiet" name="next" value="preview">${say('Save and look')}</button>${linkButton(say('Back to the mailing'), own)}</p></div>${previewPart(visit, own)}</div>`;
  const parent = { label: say('Back to the mailing'), path: own };
  const body = html`${fault(message)}${postForm(visit, `${own}/edit`, form, { upload: true })}`;
  const title = say('Edit {name}', { name: values.name });
  return respondPage(visit, { title, parent, body, editor: true }, message === undefined ? 200 : 400);
}

/** The other way to write; what it would replace is said before. */
function notationLinks(say: Say, own: string, { html: written, mjml }: Contents, notation: Notation): Content {
  const a = (inner: Content) => html`<a href="${own}/edit?as=${notation === 'html' ? 'mjml' : 'html'}">${inner}</a>`;
  if (notation === 'html' && mjml !== '')
    return hint(
      say.rich('This HTML was made from MJML. If you change it here, the MJML is dropped. <a>Edit the MJML</a>', { a }),
    );
  if (notation === 'html') return hint(a(say('Write in MJML instead')));
  return hint(
    written === '' || mjml !== firstMjml(say)
      ? a(say('Write HTML instead'))
      : say.rich('Saving replaces the HTML that is stored. <a>Write HTML instead</a>', { a }),
  );
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
