import type { Client, MailingContents } from '@mailwright/client';
import type { MailingState } from '../../../mailings/index.ts';
import type { Properties } from '../model.ts';
import { collect, type Kind, type Listed, pick } from './kind.ts';

/** What apply changes: a mailing that somebody has scheduled is theirs. */
const changeable = new Set<MailingState>(['draft', 'failed']);
const past = new Set<MailingState>(['done', 'canceled', 'archiving', 'archived']);

export const mailings: Kind = {
  async list(client) {
    const wanted = ['name', 'type', 'state'] as const;
    const items = await collect(client.mailings.listByTypes.all({ fields: [...wanted], page_size: 1000 }));
    return items.map(({ id, fields }): Listed => {
      const value = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
      const state = value.state as MailingState;
      const sealed = changeable.has(state) ? undefined : `is ${state}`;
      return { name: value.name!, id, sealed, isPast: past.has(state), properties: { type: value.type } };
    });
  },

  async read(client, { id, properties }, keys = Object.keys(readers)) {
    const isSource = (key: string) => key === 'html' || key === 'mjml';
    const read: Properties = pick(properties, ['type']);
    for (const key of keys) {
      if (isSource(key) || !fits(key, properties.type)) continue;
      if (Object.hasOwn(readers, key)) read[key] = await readers[key]!(client, id);
    }
    if (!keys.some(isSource)) return read;
    const mjml = await client.mailings.getMjml({ mailingid: id }).orThrow();
    // The HTML of a mailing in MJML is made from it.
    return mjml === ''
      ? { ...read, html: await client.mailings.getHtml({ mailingid: id }).orThrow() }
      : { ...read, mjml };
  },

  async create(client, { name }, { type = 'regular', ...properties }) {
    const subject = String(properties.subject);
    const id = await client.mailings.create({ name, subject, type: type as 'regular' }).orThrow();
    try {
      await write(client, id, properties, properties);
    } catch (error) {
      // Half of a mailing would look like one that somebody has changed.
      await client.mailings.delete({ mailingId: id });
      throw error;
    }
    return id;
  },

  async change(client, { properties: wanted }, { id, properties }, { type, ...changed }) {
    if (type !== undefined) throw new Error(`its type is ${properties.type}, which cannot be changed to ${type}`);
    await write(client, id, changed, wanted);
  },
};

/** Only regular mailings go to a segment, only those that ask for consent have a key. */
const fits = (key: string, type: unknown) =>
  key === 'segment' ? type === 'regular' : key === 'doi_key' ? type === 'doi' : true;

const readers: Record<string, (client: Client, mailingid: number) => Promise<unknown>> = {
  subject: (client, mailingid) => client.mailings.getSubject({ mailingid }).orThrow(),
  preview_text: (client, mailingid) => client.mailings.getPreviewText({ mailingid }).orThrow(),
  sender: (client, mailingid) => client.mailings.getSender({ mailingid }).orThrow(),
  sender_alias: (client, mailingid) => client.mailings.getSenderAlias({ mailingid }).orThrow(),
  recipient_alias: (client, mailingid) => client.mailings.getRecipientAlias({ mailingid }).orThrow(),
  async reply_to(client, mailingid) {
    const { active, auto, customEmail } = await client.mailings.getReplyTo({ mailingid }).orThrow();
    return active ? (auto ? 'auto' : customEmail) : 'none';
  },
  segment: (client, mailingid) => client.regularMailings.getTargetGroup({ mailingid }).orThrow(),
  template: (client, mailingId) => client.mailings.getTemplate({ mailingId }).orThrow(),
  async tags(client, mailingid) {
    return (await client.mailings.getTags({ mailingid }).orThrow()).split('#').filter((tag) => tag !== '');
  },
  locale: (client, mailingid) => client.mailings.getLocale({ mailingid }).orThrow(),
  tracking: (client, mailingid) => client.mailings.getTrackingStrategy({ mailingid }).orThrow(),
  doi_key: (client, mailingid) => client.doubleOptInMailings.getDoiKey({ mailingid }).orThrow(),
  text: (client, mailingid) => client.mailings.getText({ mailingid }).orThrow(),
  amp: (client, mailingid) => client.mailings.getAmp({ mailingid }).orThrow(),
  html: async () => undefined,
  mjml: async () => undefined,
};

const writers: Record<string, (client: Client, mailingid: number, value: never) => Promise<unknown>> = {
  recipient_alias: (client, mailingid, body) => client.mailings.setRecipientAlias({ mailingid, body }).orThrow(),
  reply_to(client, mailingid, value: string) {
    if (value === 'none') return client.mailings.setReplyTo({ mailingid, active: false }).orThrow();
    if (value === 'auto') return client.mailings.setReplyTo({ mailingid, active: true, auto: true }).orThrow();
    return client.mailings.setReplyTo({ mailingid, active: true, auto: false, customEmail: value }).orThrow();
  },
  tags(client, mailingid, value: string[]) {
    const broken = value.find((tag) => tag.includes('#'));
    if (broken !== undefined) throw new Error(`the tag "${broken}" has a #, which tags cannot have`);
    return client.mailings.setTags({ mailingid, body: value.join('#') }).orThrow();
  },
  locale: (client, mailingid, body) => client.mailings.setLocale({ mailingid, body }).orThrow(),
  tracking: (client, mailingid, body) => client.mailings.setTrackingStrategy({ mailingid, body }).orThrow(),
  doi_key: (client, mailingid, body) => client.doubleOptInMailings.setDoiKey({ mailingid, body }).orThrow(),
};

/** Parts of a mailing that are set in one step. */
const contentKeys = ['subject', 'preview_text', 'sender', 'sender_alias', 'html', 'mjml', 'text', 'amp'];

/**
 * Writes properties of a mailing. A mailing without HTML of its own gets the contents of a new template.
 * @param wanted all that the files say
 */
async function write(client: Client, mailingid: number, changed: Properties, wanted: Properties): Promise<void> {
  if ('template' in changed) {
    await client.mailings.setTemplate({ mailingId: mailingid, body: changed.template as string | null }).orThrow();
    const hasOwn = wanted.html !== undefined || wanted.mjml !== undefined;
    if (changed.template !== null && !hasOwn) await client.mailings.resetContents({ mailingId: mailingid }).orThrow();
  }
  const body: Properties = pick(changed, contentKeys);
  if ('segment' in changed) body.target_group_id = changed.segment;
  if (Object.keys(body).length > 0)
    await client.mailings.setContents({ mailingid, body: body as MailingContents }).orThrow();
  for (const [key, set] of Object.entries(writers))
    if (key in changed) await set(client, mailingid, changed[key] as never);
}
