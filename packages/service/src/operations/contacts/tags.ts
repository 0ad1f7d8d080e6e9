import { badRequest, type Handlers } from '@mailwright/server';
import { contactTags, lockContacts, requireContact, tagNames } from '../../people/index.ts';
import type { Context } from '../context.ts';

/** Tags of contacts. */
export const contactTagHandlers = {
  async listContactTags(_input, { db, accountId }) {
    return contactTags.listTags(db, accountId);
  },

  async setContactTags({ id, tag }, { db, accountId }) {
    const tags = tag.map((name) => requireTag('tag', name));
    const contact = requireContact(await lockContacts(db, accountId, { id }), `id ${id}`);
    if (contact.anonymous) throw badRequest(`Contact with id ${id} is anonymous and cannot be changed.`);
    await contactTags.setTags(db, accountId, contact.id, tags);
  },
} satisfies Partial<Handlers<Context>>;

/** The tag of a parameter in its stored form, or 400. */
export function requireTag(parameter: string, text: string): string {
  const name = tagNames.tagName(text);
  const fault = tagNames.tagFault(name);
  if (fault !== undefined) throw badRequest(`${parameter} ${fault} but was "${text}"`);
  return name;
}
