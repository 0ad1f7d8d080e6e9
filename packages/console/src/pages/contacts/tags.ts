import { badge, section } from '../../components/figures.ts';
import { postForm, textField } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Contact, fieldValue } from '../contact-fields.ts';

const tagsOf = ({ standard_fields }: Contact): string[] => readTags(fieldValue(standard_fields, 'CONTACT_TAGS'));

export const tagPath = (tag: string) => `/console/contacts?tag=${encodeURIComponent(tag)}`;

/** Tags of a contact, each a link to all contacts that have it. */
export const tagBadges = (contact: Contact): Content =>
  html`<span class="tags">${tagsOf(contact).map((tag) => html`<a href="${tagPath(tag)}">${badge(tag)}</a> `)}</span>`;

/** The tags of a contact, and a form to change them. */
export function tagSection(visit: Visit, contact: Contact, typed?: string): Content {
  const { say } = visit;
  const tags = tagsOf(contact);
  const form = postForm(
    visit,
    `/console/contacts/${contact.id}/tags`,
    html`${textField({
      label: say('Tags, with commas between'),
      name: 'tags',
      value: typed ?? tags.join(', '),
      maxLength: 2600,
      hint: say('Short names of your own, such as Press or Customer.'),
    })}<p><button class="quiet">${say('Save the tags')}</button></p>`,
  );
  return section(say('Tags'), html`${tags.length > 0 && html`<p>${tagBadges(contact)}</p>`}${form}`);
}

/** Tags of a text with commas between. */
export const readTags = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
