import type { Sample } from './sample.ts';

/** Paths of pages by name. */
export type PagePaths = Record<string, string>;

/** Gives a sample something of each kind. Returns all pages that people see, with what they are about. */
export async function fillSample(sample: Sample): Promise<PagePaths> {
  const { client, mailingid: sent, everybody, html, pages } = sample;
  const { items: people } = await client.contacts.list({}).orThrow();
  const person = people[0]!.id;
  const draft = await client.mailings.create({ name: 'Summer', subject: 'Summer is here' }).orThrow();
  await client.mailings.setHtml({ mailingid: draft, body: html }).orThrow();
  const { id: template } = await client.media.addTemplate({ path: 'spring/base', body: html }).orThrow();
  const rows = new TextEncoder().encode('E-Mail;Ort;Größe\nida@example.org;Rom;39\nmax@example.org;;40\n');
  const file = { name: 'readers.csv', contentType: 'application/octet-stream', body: rows };
  const { id: uploaded } = await client.imports.create(file).orThrow();
  const entries = ['ida@example.org', '*@rival.example'];
  await client.suppressions.add({ body: { import_name: 'complaints by telephone', entries } }).orThrow();
  const hook = { url: 'https://shop.example.com/hooks/mail', events: ['unsubscription' as const] };
  const { id: webhook } = await client.webhooks.create({ body: hook }).orThrow();
  const { id: key } = await client.apiKeys.create({ body: { label: 'Shop', rights: ['get'] } }).orThrow();
  const invited = { email: 'grace@example.org', name: 'Grace Hopper', role: 'editor' as const };
  const { id: user } = await client.users.invite({ body: invited }).orThrow();
  const consent = 'I would like to receive the newsletter by email.';
  const { id: form, url } = await client.signUpForms
    .create({ body: { name: 'Web site', consent, doi_mailing: 'newsletter', active: true } })
    .orThrow();
  const steps = [{ kind: 'wait' as const, duration: 'P2DT3H', name: 'rest' }, { kind: 'end' as const }];
  const { id: program } = await client.marketingAutomation
    .create({ body: { name: 'Greeting', state: 'draft', steps } })
    .orThrow();
  const inConsole = {
    overview: '',
    contacts: '/contacts',
    blocked: '/contacts/blocked',
    'contact-new': '/contacts/new',
    contact: `/contacts/${person}`,
    'contact-edit': `/contacts/${person}/edit`,
    imports: '/imports',
    import: `/imports/${uploaded}`,
    segments: '/segments',
    'segment-new': '/segments/new',
    segment: `/segments/${everybody}`,
    suppression: '/suppression',
    mailings: '/mailings',
    'mailing-new': '/mailings/new',
    'mailing-draft': `/mailings/${draft}`,
    'mailing-edit': `/mailings/${draft}/edit`,
    'mailing-mjml': `/mailings/${draft}/edit?as=mjml`,
    'mailing-sent': `/mailings/${sent}`,
    'mailing-report': `/mailings/${sent}/report`,
    compare: `/mailings/compare?mailing=${sent}&mailing=4`,
    templates: '/templates',
    template: `/templates/${template}`,
    images: '/images',
    automation: '/automation',
    program: `/automation/${program}`,
    'program-edit': `/automation/${program}/edit`,
    forms: '/forms',
    form: `/forms/${form}`,
    'form-edit': `/forms/${form}/edit`,
    delivery: '/delivery',
    domains: '/delivery/domains',
    webhooks: '/webhooks',
    'webhook-new': '/webhooks/new',
    webhook: `/webhooks/${webhook}`,
    'webhook-edit': `/webhooks/${webhook}/edit`,
    people: '/people',
    person: `/people/${user}`,
    keys: '/keys',
    key: `/keys/${key}`,
    profile: '/profile',
    settings: '/settings',
    missing: '/nothing',
  };
  return {
    ...pages,
    'sign-up': new URL(url).pathname,
    ...Object.fromEntries(Object.entries(inConsole).map(([name, path]) => [`console-${name}`, `/console${path}`])),
  };
}
