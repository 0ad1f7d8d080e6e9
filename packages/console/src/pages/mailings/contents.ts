import type { Client } from '@mailwright/client';
import type { FormPart } from '../../web/conflicts.ts';
import type { Say } from '../../words.ts';

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
  /** Part in AMP for Email; empty if there is none. */
  amp: string;
}

/** Reads the contents of a mailing. @throws StatusError 404 if there is no such mailing */
export async function readContents(client: Client, mailingid: number): Promise<Contents> {
  const of = { mailingid };
  const { mailings } = client;
  const [name, subject, preview, sender, alias, html, mjml, text, amp, group] = await Promise.all([
    mailings.getName(of).orThrow(),
    mailings.getSubject(of).orThrow(),
    mailings.getPreviewText(of).orThrow(),
    mailings.getSender(of).orThrow(),
    mailings.getSenderAlias(of).orThrow(),
    mailings.getHtml(of).orThrow(),
    mailings.getMjml(of).orThrow(),
    mailings.getText(of).orThrow(),
    mailings.getAmp(of).orThrow(),
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
    amp,
    group: String(groupId ?? ''),
  };
}

type Body = Parameters<Client['mailings']['setContents']>[0]['body'];

/** Returns what differs from the stored contents, as the API takes it. */
export function changedParts(before: Contents, after: Contents): Body {
  const is = (part: keyof Contents) => after[part] !== before[part];
  const source = is('mjml') && after.mjml !== '' ? { mjml: after.mjml } : is('html') ? { html: after.html } : {};
  return {
    ...(is('name') && { name: after.name }),
    ...(is('subject') && { subject: after.subject }),
    ...(is('preview') && { preview_text: after.preview }),
    ...(is('sender') && { sender: after.sender || null }),
    ...(is('alias') && { sender_alias: after.alias }),
    ...(is('group') && { target_group_id: Number(after.group) || null }),
    ...source,
    ...(is('text') && { text: after.text }),
    ...(is('amp') && { amp: after.amp }),
  };
}

export type Revision = Awaited<ReturnType<ReturnType<Client['mailings']['getRevision']>['orThrow']>>;

/** Contents of a revision; parts that it does not have are those of the mailing. */
export function contentsOfRevision({ contents }: Revision, stored: Contents): Contents {
  const { name, subject, preview_text, sender, sender_alias, target_group_id, html, mjml, text, amp } = contents;
  const source = mjml ? { mjml, html: html ?? stored.html } : { mjml: '', html: html ?? stored.html };
  return {
    name: name ?? stored.name,
    subject: subject ?? stored.subject,
    preview: preview_text ?? stored.preview,
    sender: sender === undefined ? stored.sender : (sender ?? ''),
    alias: sender_alias ?? stored.alias,
    group: target_group_id === undefined ? stored.group : String(target_group_id ?? ''),
    ...source,
    text: text ?? stored.text,
    amp: amp ?? stored.amp,
  };
}

/** Parts of contents that people can choose between, as fields of the form. */
export function partsOf(say: Say, values: Contents, groupName: (id: string) => string): FormPart[] {
  const source: Pick<FormPart, 'fields' | 'shown'> =
    values.mjml === ''
      ? { fields: { notation: 'html', html: values.html, mjml: '' }, shown: values.html }
      : { fields: { notation: 'mjml', mjml: values.mjml }, shown: values.mjml };
  return [
    { label: say('Name'), fields: { name: values.name } },
    { label: say('Subject'), fields: { subject: values.subject } },
    { label: say('Preview text'), fields: { preview: values.preview } },
    { label: say('Sender address'), fields: { sender: values.sender } },
    { label: say('Sender name'), fields: { alias: values.alias } },
    { label: say('Segment'), fields: { group: values.group }, shown: groupName(values.group) },
    { label: say('Contents'), ...source },
    { label: say('Text'), fields: { text: values.text } },
    { label: say('AMP'), fields: { amp: values.amp } },
  ];
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
