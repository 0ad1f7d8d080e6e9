import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textArea, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect, respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Contents, readContents, withLineEnds, writeContents } from './contents.ts';

export async function editMailingForm(visit: Visit): Promise<Response> {
  return showForm(visit, await readContents(visit.client, Number(visit.params.id)));
}

async function showForm(visit: Visit, values: Contents, message?: string): Promise<Response> {
  const { client, params, query } = visit;
  const own = `/console/mailings/${params.id}`;
  const groups = (await client.targetGroups.list({ page_size: 1000 }).orThrow()).items
    .filter(({ type }) => type === 'regular')
    .map(({ id, name, count_active_contacts = 0 }) => [String(id), `${name} (${count_active_contacts})`] as const);
  const form = html`${section(
    'Envelope',
    html`<div class="fields">${textField({ label: 'Name', name: 'name', value: values.name, required: true, maxLength: 255 })}
${textField({ label: 'Subject', name: 'subject', value: values.subject, required: true, maxLength: 255 })}
${textField({ label: 'Preview text', name: 'preview', value: values.preview, maxLength: 255, hint: 'Mailboxes show it beside the subject.' })}
${textField({ label: 'Sender address', name: 'sender', type: 'email', value: values.sender })}
${textField({ label: 'Sender name', name: 'alias', value: values.alias })}
${selectField({ label: 'Target group', name: 'group', value: values.group, options: [['', 'None yet'], ...groups] })}</div>`,
  )}${section(
    'Contents',
    html`${textArea({ label: 'HTML', name: 'html', value: values.html, rows: 20, code: true, hint: html`Personalize with tags such as <code>[[CONTACT|FIRSTNAME|friend]]</code>; <code>[[LINK|UNSUBSCRIBE]]</code> is the address to unsubscribe at.` })}
<p class="field"><label for="file">Or a file with the HTML</label><input id="file" name="file" type="file" accept=".html,.htm,text/html" aria-describedby="file-hint"><span class="hint" id="file-hint">It is stored as it is, byte for byte, and replaces the HTML above.</span></p>
${textArea({ label: 'Text', name: 'text', value: values.text, rows: 8, code: true, hint: 'For mail programs that show no HTML; made from the HTML if empty.' })}`,
  )}<p class="row"><button>Save</button><button class="quiet" name="next" value="preview">Save and look</button>${linkButton('Back to the mailing', own)}</p>`;
  const preview =
    query.get('look') === 'yes' &&
    section(
      'Preview',
      html`<div class="frames"><div tabindex="0"><h3>Phone, 375 px</h3><iframe class="phone" title="Preview at 375 pixels" src="${own}/html" sandbox></iframe></div><div tabindex="0"><h3>Desk, 700 px</h3><iframe class="desk" title="Preview at 700 pixels" src="${own}/html" sandbox></iframe></div></div>`,
      { id: 'preview' },
    );
  const parent = { label: 'Back to the mailing', path: own };
  const body = html`${fault(message)}${preview}${postForm(visit, `${own}/edit`, form, { upload: true })}`;
  return respondPage(visit, { title: `Edit ${values.name}`, parent, body }, message === undefined ? 200 : 400);
}

export async function changeMailing(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const id = Number(params.id);
  const before = await readContents(client, id);
  const file = form.get('file');
  const uploaded = file instanceof File && file.size > 0 ? await file.text() : undefined;
  const after: Contents = {
    name: textOf(form, 'name'),
    subject: textOf(form, 'subject'),
    preview: textOf(form, 'preview'),
    sender: textOf(form, 'sender'),
    alias: textOf(form, 'alias'),
    group: textOf(form, 'group') || before.group,
    html: uploaded ?? withLineEnds(String(form.get('html') ?? ''), before.html),
    text: withLineEnds(String(form.get('text') ?? ''), before.text),
  };
  const written = await attempt(writeContents(client, id, before, after));
  if ('fault' in written) return showForm(visit, after, written.fault);
  return redirect(
    form.get('next') === 'preview' ? `${visit.path}?look=yes&done=saved` : `/console/mailings/${id}?done=saved`,
  );
}

/** The stored HTML, for the frames of a preview: tags stand there as they were written. */
export async function mailingHtml({ client, params }: Visit): Promise<Response> {
  return respondForeign(await client.mailings.getHtml({ mailingid: Number(params.id) }).orThrow());
}
