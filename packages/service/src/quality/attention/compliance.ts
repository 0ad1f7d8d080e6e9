import type { HtmlPage } from '../content/page.ts';
import type { Finding } from '../findings/findings.ts';

/** Tags that the law requires in a part. */
export interface PartTags {
  /** One of them is the link to unsubscribe. */
  leadOut: boolean;
  /** One of them is called an imprint. */
  nameImprint: boolean;
}

export interface Compliance {
  type: 'regular' | 'trigger' | 'doi';
  /** Of the parts that the mailing has. */
  htmlTags: PartTags | undefined;
  ampTags?: PartTags | undefined;
  textTags: PartTags | undefined;
  page: HtmlPage | undefined;
  text: string | null;
  /** Address of the public pages. */
  publicUrl: string;
}

export const imprint = /imprint|impressum|legal notice|mentions légales|aviso legal|note legali|colofon/i;
const local = /^(localhost|127\.|\[::1\])/;

/** Checks rules of laws and large mailbox providers for bulk mail: an unsubscribe link in each part, and a named sender. */
export function judgeCompliance({ type, htmlTags, ampTags, textTags, page, text, publicUrl }: Compliance): Finding[] {
  const findings: Finding[] = [];
  const parts = [
    { part: 'html', tags: htmlTags },
    { part: 'amp', tags: ampTags },
    { part: 'text', tags: textTags },
  ].filter(({ tags }) => tags !== undefined);
  const without = parts.filter(({ tags }) => !tags!.leadOut);
  const severity = type !== 'regular' ? 'info' : without.length === parts.length ? 'error' : 'warning';
  for (const { part } of type === 'doi' ? [] : without) {
    const message = `The ${part === 'amp' ? 'AMP part' : part} has no link to unsubscribe: [[LINK|UNSUBSCRIBE]].`;
    findings.push({ code: 'unsubscribe_missing', severity, message, location: part });
  }
  const names = htmlTags?.nameImprint || textTags?.nameImprint;
  if (!names && !imprint.test(`${page?.text ?? ''} ${text ?? ''}`)) {
    const message =
      'No imprint was found: name the sender with a postal address or link to an imprint, for example with the placeholder [[ACCOUNT|IMPRINT]].';
    findings.push({ code: 'imprint_missing', severity: type === 'doi' ? 'info' : 'warning', message });
  }
  const { host } = new URL(publicUrl);
  if (type !== 'doi' && local.test(host)) {
    const message = `One-click unsubscription leads to ${host}, which can be reached only from this machine: set --public-url.`;
    findings.push({ code: 'public_url_local', severity: 'info', message });
  }
  return findings;
}
