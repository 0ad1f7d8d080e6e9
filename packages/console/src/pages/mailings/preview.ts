import { section } from '../../components/figures.ts';
import { selectField, textField, textOf } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, words } from '../../words.ts';
import { readExampleEvent } from './example-event.ts';
import { notationOf } from './notation.ts';
import { withScheme } from './scheme.ts';

const schemes = [
  ['light', words('Light')],
  ['dark', words('Dark')],
] as const;

/**
 * The frame in which contents are shown, and for whom and how: fields of the form around it. The script shows each change;
 * without it, the button does.
 */
export const previewPart = (visit: Visit, own: string): Content =>
  preview(
    visit,
    own,
    html`<button class="quiet" formaction="${own}/preview" formtarget="preview" formnovalidate>${visit.say('Refresh preview')}</button>`,
    html` data-preview="${own}/preview"`,
  );

/** The frame in which the stored contents are shown, with a form of its own that loads the page again. */
export function storedPreviewPart(visit: Visit, own: string): Content {
  const { path, query, say } = visit;
  const kept = [...query].filter(([name]) => name !== 'contact' && name !== 'scheme' && name !== 'width');
  const fields = kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const button = html`<button class="quiet">${say('Refresh preview')}</button>`;
  return html`<form method="get" action="${path}" class="beside">${fields}${preview(visit, own, button)}</form>`;
}

function preview({ query, say }: Visit, own: string, button: Content, attributes?: Content): Content {
  const [contact, scheme] = [query.get('contact') ?? '', query.get('scheme') ?? 'light'];
  const address = `${own}/preview?${new URLSearchParams({ contact, scheme })}`;
  return section(
    say('Preview'),
    html`<div class="fields" data-looking>${textField({ label: say('For the contact'), name: 'contact', value: contact, hint: say('Email address or id; by default the first one of the segment.') })}${selectField({ label: say('Color scheme'), name: 'scheme', value: scheme, options: say.options(schemes) })}</div>
<fieldset class="row widths" data-looking><legend class="unseen">${say('Width')}</legend><label class="choice"><input type="radio" name="width" value="375" checked> ${say('Phone')}</label><label class="choice"><input type="radio" name="width" value="700"> ${say('Desktop')}</label>
${button}</fieldset>
<div class="wide" tabindex="0" role="region" aria-label="${say('Preview')}"><iframe class="phone" name="preview" title="${say('Preview')}" src="${address}"${attributes} sandbox></iframe></div>`,
    { id: 'preview' },
  );
}

interface Wanted {
  contact: string;
  scheme: string;
  /** Contents that are not stored. */
  contents?: { html?: string; mjml?: string };
}

/** The stored contents as a contact gets them. */
export const storedPreview = (visit: Visit): Promise<Response> =>
  showPreview(visit, { contact: visit.query.get('contact') ?? '', scheme: visit.query.get('scheme') ?? '' });

/** The contents of a form that somebody is filling in, as a contact would get them. */
export function writtenPreview(visit: Visit): Promise<Response> {
  const { form } = visit;
  const written = (name: 'html' | 'mjml') => String(form.get(name)).replaceAll('\r\n', '\n');
  const contents = notationOf(form) === 'mjml' ? { mjml: written('mjml') } : { html: written('html') };
  return showPreview(visit, { contact: textOf(form, 'contact'), scheme: textOf(form, 'scheme'), contents });
}

/** Shows contents as a contact gets them. */
export async function showPreview(
  { account, client, params, say }: Visit,
  { contact, scheme, contents = {} }: Wanted,
): Promise<Response> {
  // Filling contents in needs the right to write: who may only look sees the tags.
  if (!account.rights.has('post')) {
    const stored = await client.mailings.getHtml({ mailingid: Number(params.id) }).orThrow();
    return stored === '' ? message(say, say('There is no HTML yet.')) : respondForeign(withScheme(stored, scheme));
  }
  const found = contact === '' ? [] : (await client.contacts.find({ text: contact, limit: 2 }).orThrow()).contacts;
  if (contact !== '' && found.length === 0) return message(say, say('There is no contact “{contact}”.', { contact }));
  const contact_id = found[0]?.id;
  const event = await readExampleEvent(client, Number(params.id));
  const body = { ...contents, ...(contact_id !== undefined && { contact_id }), ...(event && { event }) };
  const shown = await attempt(client.mailings.preview({ mailingid: Number(params.id), body }).orThrow());
  if ('fault' in shown) return message(say, shown.fault);
  return shown.value === ''
    ? message(say, say('There is no HTML yet.'))
    : respondForeign(withScheme(shown.value, scheme));
}

/** Something to read in the frame instead of contents. */
const message = (say: Say, text: string) =>
  respondForeign(
    String(
      html`<!DOCTYPE html><html lang="${say.language}"><head><title>${say('Preview')}</title></head><body><p>${text}</p></body></html>`,
    ),
  );
