import type { TestService } from '../../../service/test/support/service.ts';

/** Something in an account: its kind and how reports of a run call it, an id in parentheses last. */
type Thing = { kind: string; name: string };

/** A text for each thing: its kind, and its id where it has one, since names can change. */
export const keysOf = (things: readonly Thing[]): string[] =>
  things.map(({ kind, name }) => `${kind} ${/\((\d+)\)$/.exec(name)?.[1] ?? name}`).sort();

/** All that an account holds, as the service lists it. */
export async function everythingIn({ client }: Pick<TestService, 'client'>): Promise<string[]> {
  const things: Thing[] = [];
  const add = async <Item>(kind: string, items: PromiseLike<Item[]>, nameOf: (item: Item) => unknown) => {
    for (const item of await items) things.push({ kind, name: String(nameOf(item)) });
  };
  const byId = ({ id }: { id?: number | string | undefined }) => `(${id})`;
  const { contacts, mailings } = client;
  const types = ['regular' as const, 'trigger' as const, 'doi' as const, 'trigger_template' as const];
  await add('contact', contacts.list.all().toArray(), ({ id, email }) => email ?? id);
  await add('contact field', contacts.listCustomFields().orThrow(), ({ name }) => name);
  await add('contact filter', client.contactFilters.list.all().toArray(), byId);
  await add('target group', client.targetGroups.list.all().toArray(), byId);
  await add('mailing', mailings.listByTypes.all({ types }).toArray(), byId);
  await add('mailing blacklist', client.mailingBlacklists.list.all().toArray(), byId);
  await add('transaction type', client.transactions.listTypes.all().toArray(), byId);
  await add('blacklist', client.blacklists.list().orThrow(), byId);
  await add('template', client.media.listTemplates().orThrow(), ({ path }) => path);
  await add('webhook', client.webhooks.list().orThrow(), ({ url }) => url);
  await add('sign-up form', client.signUpForms.list().orThrow(), ({ name }) => name);
  // Invitations of users stay when the users are removed.
  const mails = (await client.transactionalMails.list.all().toArray()).filter(({ tags }) => !tags.includes('users'));
  await add('transactional mail', Promise.resolve(mails), ({ id }) => id);
  await add('user', client.users.list().orThrow(), byId);
  await add('site', client.conversions.listSites().orThrow(), byId);
  await add('automation program', client.marketingAutomation.list().orThrow(), byId);
  await add('placeholder', client.account.getPlaceholders().orThrow(), ({ key }) => key);
  return keysOf(things);
}
