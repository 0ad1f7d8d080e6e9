import { Command, InvalidArgumentError, Option } from 'commander';
import type { ContactDetails } from '../administration/contacts.ts';
import type { ExportedContact } from '../administration/export.ts';
import type { Permission } from '../people/index.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate, changeAccount } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, numberUpTo } from './options.ts';
import { printable } from './printable.ts';
import { textTable } from './text-table.ts';

type ContactOptions = DataOptions & JsonOptions & { account?: number };
interface AddOptions extends ContactOptions {
  /** One digit. */
  permission: string;
  externalId?: string;
  field: [string, string][];
  doi: boolean;
}

/** `mailwright contacts`: single contacts. Works beside a running service. */
export function contactsCommand(): Command {
  const contacts = new Command('contacts').description('add, find and show contacts');
  contacts.addCommand(
    withPlace(new Command('add'))
      .description('add a contact; one that exists is not changed')
      .argument('<email>', 'email address')
      .addOption(
        new Option('--permission <code>', '1 none, 2 single, 3 confirmed, 4 double opt-in, 5 with tracking, 6 other')
          .choices(['1', '2', '3', '4', '5', '6'])
          .default('1'),
      )
      .option('--external-id <id>', 'id of the contact in another system')
      .option('--field <name=value>', 'value of a standard or custom field; can be repeated', field, [])
      .option('--doi', 'ask for a double opt-in by mail; the permission becomes 4 when the contact confirms', false)
      .addHelpText(
        'after',
        `
Examples:
  mailwright contacts add ada@example.org --permission 3 --field FIRSTNAME=Ada --field LASTNAME=Lovelace
  mailwright contacts add ben@example.org --doi
`,
      )
      .action(add),
  );
  contacts.addCommand(
    withPlace(new Command('find'))
      .description('list contacts whose email address, external id or name contains a text')
      .argument('<text>', 'text to look for')
      .option('--limit <n>', 'maximum number of contacts', numberUpTo(1000), 20)
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright contacts find lovelace\n  mailwright contacts find @example.org\n',
      )
      .action(find),
  );
  contacts.addCommand(
    withPlace(new Command('show'))
      .description('show a contact: permission, status and fields')
      .argument('<contact>', 'id or email address')
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright contacts show ada@example.org\n  mailwright contacts show 7 --json\n',
      )
      .action(show),
  );
  return contacts;
}

async function add(email: string, options: AddOptions): Promise<void> {
  const { account, permission, externalId, field: fields, doi, json } = options;
  const wanted = { account, email, permission: Number(permission) as Permission, externalId, fields, doi };
  const { id, asked } = await changeAccount(options, 'addContact', wanted);
  if (json) return printJson({ id, asked });
  console.log(`Contact ${id} is added: ${printable(email)}, permission ${permission}.`);
  if (asked > 0) console.error('A confirmation mail is queued; the service sends it when it runs.');
  else if (permission === '1') console.error('Regular mailings are not sent to contacts with permission 1 (none).');
}

async function find(text: string, { account, limit, json, ...options }: ContactOptions & { limit: number }) {
  const { contacts, total } = await administrate(options, 'searchContacts', { account, text, limit });
  if (json) printJson(contacts);
  else if (contacts.length > 0) console.log(contactTable(contacts));
  if (total > contacts.length)
    console.error(`Shown are the first ${contacts.length} of ${total} contacts; use --limit to show more.`);
  if (total === 0) console.error(`No contact contains "${printable(text)}".`);
}

async function show(contact: string, { account, json, ...options }: ContactOptions): Promise<void> {
  const details = await administrate(options, 'showContact', { account, contact });
  if (json) printJson(details);
  else console.log(detailTable(details));
}

function contactTable(contacts: readonly ExportedContact[]): string {
  const rows = contacts.map(({ id, email, external_id, permission, status, standard }) => [
    String(id),
    printable(email ?? ''),
    printable(external_id ?? ''),
    printable([standard.FIRSTNAME, standard.LASTNAME].filter(Boolean).join(' ') || (standard.FULLNAME ?? '')),
    String(permission),
    status,
  ]);
  return textTable([['ID', 'EMAIL', 'EXTERNAL ID', 'NAME', 'PERMISSION', 'STATUS'], ...rows]);
}

function detailTable(contact: ContactDetails): string {
  const { id, email, external_id, permission, status, standard, custom } = contact;
  const rows: [string, string | null][] = [
    ['Contact', String(id)],
    ['Email', email],
    ['External id', external_id],
    ['Permission', String(permission)],
    ['Status', [status, contact.status_reason].filter(Boolean).join(': ')],
    ['Since', contact.status_since],
    ['Until', contact.status_until],
    ['Created', contact.created],
    ['Changed', contact.changed],
    ...Object.entries(standard),
    ...custom,
  ];
  return textTable(
    rows.flatMap(([name, value]) => (value ? [[printable(name), printable(value)]] : [])),
    { heading: false },
  );
}

function field(text: string, before: [string, string][]): [string, string][] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must look like FIRSTNAME=Ada.');
  return [...before, [text.slice(0, at), text.slice(at + 1)]];
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption()).addOption(jsonOption());
}
