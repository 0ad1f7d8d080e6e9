import { section } from '../../components/figures.ts';
import { selectField, textField, textOf } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, words } from '../../words.ts';
import { findContacts } from '../contacts/find.ts';
import { withScheme } from './scheme.ts';

const schemes = [
  ['light', words('Light')],
  ['dark', words('Dark')],
] as const;

/**
 * The frame in which contents are shown, and for whom and how: fields of the form around it. The script shows each change;
 * without it, the button does.
 */
export function previewPart({ query, say }: Visit, own: string): Content {
  const [contact, scheme] = [query.get('contact') ?? '', query.get('scheme') ?? 'light'];
  const address = `${own}/preview?${new URLSearchParams({ contact, scheme })}`;
  return section(
    say('Preview'),
    html`<div class="fields">${textField({ label: say('For the contact'), name: 'contact', value: contact, hint: say('Email address or id; by default the first one of the target group.') })}${selectField({ label: say('Colours'), name: 'scheme', value: scheme, options: say.options(schemes) })}</div>
<fieldset class="row widths"><legend class="unseen">${say('Width')}</legend><label class="choice"><input type="radio" name="width" value="375" checked> ${say('{width} px', { width: 375 })}</label><label class="choice"><input type="radio" name="width" value="700"> ${say('{width} px', { width: 700 })}</label>
<button class="quiet" formaction="${own}/preview" formtarget="preview" formnovalidate>${say('Show what is written')}</button></fieldset>
<div class="wide" tabindex="0" role="region" aria-label="${say('Preview')}"><iframe class="phone" name="preview" title="${say('Preview')}" src="${address}" data-preview="${own}/preview" sandbox></iframe></div>`,
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
  const contents = form.has('mjml') ? { mjml: written('mjml') } : { html: written('html') };
  return showPreview(visit, { contact: textOf(form, 'contact'), scheme: textOf(form, 'scheme'), contents });
}

async function showPreview(
  { client, params, say }: Visit,
  { contact, scheme, contents = {} }: Wanted,
): Promise<Response> {
  const found = contact === '' ? [] : (await findContacts(client, contact)).contacts;
  if (contact !== '' && found.length === 0) return message(say, say('There is no contact “{contact}”.', { contact }));
  const contact_id = found[0]?.id;
  const body = { ...contents, ...(contact_id !== undefined && { contact_id }) };
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
