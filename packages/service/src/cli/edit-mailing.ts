import { readFileSync } from 'node:fs';
import type { MailingParts } from '../administration/mailing-contents.ts';
import { type JsonOptions, printJson } from './json.ts';
import { administrate, changeAccount, openOperator } from './operator.ts';
import type { DataOptions } from './options.ts';
import { printable } from './printable.ts';

type MailingOptions = DataOptions & JsonOptions & { account?: number };
/** HTML and text are given as files. */
export type EditOptions = MailingOptions & MailingParts;
export type NewMailingOptions = EditOptions & { type: 'regular' | 'trigger' | 'doi'; subject: string };
export type PreviewOptions = MailingOptions & { contact?: string; html?: boolean };

/** Creates a draft. */
export async function createMailing(name: string, options: NewMailingOptions): Promise<void> {
  const { account, type, subject } = options;
  const wanted = { account, type, ...readParts(options), name, subject };
  tellEdited(await changeAccount(options, 'createMailing', wanted), 'is created', options);
}

/** Changes parts of a mailing. */
export async function editMailing(id: number, options: EditOptions): Promise<void> {
  const parts = readParts(options);
  if (Object.values(parts).every((part) => part === undefined))
    throw new Error('there is nothing to change; --help lists the parts that can be set');
  const edited = await changeAccount(options, 'editMailing', { account: options.account, id, ...parts });
  tellEdited(edited, 'is changed', options);
}

/** Prints a mailing as somebody would get it. */
export async function previewMailing(id: number, options: PreviewOptions): Promise<void> {
  const { account, contact, html, json, ...data } = options;
  const sample = await administrate(data, 'previewMailing', { account, id, contact });
  if (json) return printJson(sample);
  if (html) {
    if (sample.html === null) throw new Error(`mailing ${id} has no HTML`);
    return console.log(sample.html);
  }
  const headers = [
    ['Subject', sample.subject],
    ['From', sample.senderAlias],
    ['Preview', sample.preview],
  ].flatMap(([name, value]) => (value ? [`${name}: ${printable(value)}`] : []));
  console.log(
    [...headers, '', sample.text ?? '(no text of its own: mails get one made from the HTML; --html prints that)'].join(
      '\n',
    ),
  );
}

/** Sends a mailing to one address. */
export async function testMailing(id: number, email: string, options: MailingOptions): Promise<void> {
  const { account, json } = options;
  const operator = await openOperator(options);
  try {
    // Where this process holds the data, no service can send the mail meanwhile.
    const wait = !operator.holdsData;
    const result = await operator.change('testMailing', { account, mailing: id, email, wait });
    if (json) printJson(result);
    else if (result.state === 'sent') console.log(`Mailing ${id} is sent to ${result.email}.`);
    else if (result.state === 'waiting')
      console.log(`Mailing ${id} is queued for ${result.email}; the service sends it when it runs.`);
    if (result.state !== 'sent' && result.state !== 'waiting')
      throw new Error(`the test mail was not sent: ${result.reason ?? result.state}`);
  } finally {
    await operator.close();
  }
}

function readParts(options: EditOptions): MailingParts {
  const { name, subject, sender, senderAlias, previewText, html, text, targetGroup } = options;
  return {
    name,
    subject,
    sender,
    senderAlias,
    previewText,
    html: html && readText(html),
    text: text && readText(text),
    targetGroup,
  };
}

/** @param path of a file in UTF-8, or `-` for the standard input */
function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path === '-' ? 0 : path));
  } catch (error) {
    if (error instanceof TypeError) throw new Error(`${path} is not UTF-8 text`);
    throw error;
  }
}

function tellEdited(
  { id, name, warnings }: { id: number; name: string; warnings: string[] },
  done: string,
  { json }: JsonOptions,
): void {
  if (json) printJson({ id, warnings });
  else console.log(`Mailing ${id} (${printable(name)}) ${done}.`);
  for (const warning of warnings) console.error(`Warning: ${printable(warning)}`);
}
