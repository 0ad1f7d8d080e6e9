import type { AutomationProgramDraft, SignUpFormDraft, WebhookDraft } from '@mailwright/client';
import { type Kind, pick, withoutNulls } from './kind.ts';

export const fields: Kind = {
  async list(client) {
    const all = await client.contacts.listCustomFields().orThrow();
    return all.map(({ name, type }, index) => ({ name, id: index + 1, properties: { type } }));
  },
  read: async (_client, { properties }) => properties,
  async create(client, { name }, { type }) {
    await client.contacts.createCustomField({ field: name, type: type as 'string' }).orThrow();
    return 0;
  },
  async change(_client, _thing, { properties }, { type }) {
    throw new Error(`its type is ${properties.type}, which cannot be changed to ${type}`);
  },
};

/** Two names of one type. */
const sameTypes = ['float', 'double'];
export const isSameType = (a: unknown, b: unknown) =>
  a === b || (sameTypes.includes(String(a)) && sameTypes.includes(String(b)));

const programKeys = [
  'state',
  'start_event',
  'start_date',
  'start_on',
  'contact_filter_id',
  'again_after_days',
  'goal',
  'steps',
];
const nullStays = ['again_after_days'];

export const programs: Kind = {
  async list(client) {
    const all = await client.marketingAutomation.list().orThrow();
    return all.map((program) => ({
      name: program.name,
      id: program.id,
      properties: pick({ ...program }, programKeys),
    }));
  },
  read: async (_client, { properties }) => properties,
  async create(client, { name }, properties) {
    const body = { name, state: 'draft', ...withoutNulls(properties, nullStays) } as unknown as AutomationProgramDraft;
    return (await client.marketingAutomation.create({ body }).orThrow()).id;
  },
  async change(client, { name }, { id }, changed, before) {
    const body = { name, ...withoutNulls({ ...before, ...changed }, nullStays) } as unknown as AutomationProgramDraft;
    await client.marketingAutomation.update({ programId: id, body }).orThrow();
  },
};

const formKeys = [
  ...['title', 'language', 'fields', 'topics', 'values', 'consent', 'double_opt_in', 'doi_plus', 'doi_mailing'],
  ...['origins', 'thanks', 'thanks_url', 'hourly_limit', 'active'],
];

export const forms: Kind = {
  async list(client) {
    const all = await client.signUpForms.list().orThrow();
    return all.map((form) => ({ name: form.name, id: form.id, properties: pick({ ...form }, formKeys) }));
  },
  read: async (_client, { properties }) => properties,
  async create(client, { name }, properties) {
    const body = { name, ...withoutNulls(properties) } as unknown as SignUpFormDraft;
    return (await client.signUpForms.create({ body }).orThrow()).id;
  },
  async change(client, { name }, { id }, changed, before) {
    const body = { name, ...withoutNulls({ ...before, ...changed }) } as unknown as SignUpFormDraft;
    await client.signUpForms.update({ formId: id, body }).orThrow();
  },
};

const webhookKeys = ['events', 'urlParams', 'standardFields', 'customFields', 'eventFields', 'mailEvents', 'active'];

export const webhooks: Kind = {
  async list(client) {
    const all = await client.webhooks.list().orThrow();
    return all.map((webhook) => ({ name: webhook.url, id: webhook.id, properties: pick({ ...webhook }, webhookKeys) }));
  },
  read: async (_client, { properties }) => properties,
  async create(client, thing, properties, tellSecret) {
    const body = { url: thing.name, ...withoutNulls(properties) } as unknown as WebhookDraft;
    const { id, secret } = await client.webhooks.create({ body }).orThrow();
    tellSecret(thing, secret);
    return id;
  },
  async change(client, { name }, { id }, changed, before) {
    const body = { url: name, ...withoutNulls({ ...before, ...changed }) } as unknown as WebhookDraft;
    await client.webhooks.update({ webhookId: id, body }).orThrow();
  },
};
