import type { Client } from '@mailwright/client';

/** What recipients get, and who gets it. */
export interface Contents {
  name: string;
  subject: string;
  preview: string;
  sender: string;
  alias: string;
  group: string;
  html: string;
  /** Source of the HTML; empty if it was not written in MJML. */
  mjml: string;
  text: string;
}

/** Reads the contents of a mailing. @throws StatusError 404 if there is no such mailing */
export async function readContents(client: Client, mailingid: number): Promise<Contents> {
  const of = { mailingid };
  const { mailings } = client;
  const [name, subject, preview, sender, alias, html, mjml, text, group] = await Promise.all([
    mailings.getName(of).orThrow(),
    mailings.getSubject(of).orThrow(),
    mailings.getPreviewText(of).orThrow(),
    mailings.getSender(of).orThrow(),
    mailings.getSenderAlias(of).orThrow(),
    mailings.getHtml(of).orThrow(),
    mailings.getMjml(of).orThrow(),
    mailings.getText(of).orThrow(),
    client.regularMailings.getTargetGroup(of),
  ]);
  const groupId = group.ok ? group.data : undefined;
  return {
    name,
    subject,
    preview: preview ?? '',
    sender: sender ?? '',
    alias: alias ?? '',
    html,
    mjml,
    text,
    group: String(groupId ?? ''),
  };
}

/** Writes what differs from the stored contents, in the order of the page. @throws StatusError of the first refusal */
export async function writeContents(
  client: Client,
  mailingid: number,
  before: Contents,
  after: Contents,
): Promise<void> {
  const { mailings, regularMailings } = client;
  const writers: { [Part in keyof Contents]: (body: string) => Promise<unknown> } = {
    name: (body) => mailings.setName({ mailingid, body }).orThrow(),
    subject: (body) => mailings.setSubject({ mailingid, body }).orThrow(),
    preview: (body) => mailings.setPreviewText({ mailingid, body }).orThrow(),
    sender: (body) => mailings.setSender({ mailingid, body }).orThrow(),
    alias: (body) => mailings.setSenderAlias({ mailingid, body }).orThrow(),
    group: (body) => regularMailings.setTargetGroup({ mailingid, body: Number(body) }).orThrow(),
    html: (body) => mailings.setHtml({ mailingid, body }).orThrow(),
    mjml: async (body) => body !== '' && mailings.setMjml({ mailingid, body }).orThrow(),
    text: (body) => mailings.setText({ mailingid, body }).orThrow(),
  };
  for (const part of Object.keys(writers) as (keyof Contents)[])
    if (after[part] !== before[part]) await writers[part](after[part]);
}

/**
 * Text of a form with the line ends of the stored text: forms always have CRLF, and contents that nobody changed must
 * stay the same byte for byte.
 */
export function withLineEnds(typed: string, stored: string): string {
  const plain = typed.replaceAll('\r\n', '\n');
  if (plain === stored.replaceAll('\r\n', '\n')) return stored;
  return stored.includes('\r\n') ? plain.replaceAll('\n', '\r\n') : plain;
}
