import PostalMime from 'postal-mime';
import { type HtmlPage, readPage } from '../content/page.ts';
import { type FoundLink, findLinks } from '../links/find.ts';

/** A finished message as spam filters look at it. */
export interface SpamMail {
  /** Values of a header in the order of the message; its name in small letters. */
  header(name: string): string[];
  subject: string;
  from: { name: string; address: string };
  html: string;
  /** The text part, else what is seen of the HTML. */
  text: string;
  hasTextPart: boolean;
  page: HtmlPage;
  links: FoundLink[];
  /** Host names of the links. */
  hosts: string[];
  attachments: string[];
  bytes: number;
}

export async function readMail(raw: Uint8Array): Promise<SpamMail> {
  const email = await PostalMime.parse(raw);
  const html = email.html ?? '';
  const page = readPage(html);
  const links = findLinks(page, email.text ?? null);
  const hosts = links.flatMap(({ url }) => (/^https?:/i.test(url) && URL.canParse(url) ? [new URL(url).hostname] : []));
  return {
    header: (name) => email.headers.filter(({ key }) => key === name).map(({ value }) => value),
    subject: email.subject ?? '',
    from: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    html,
    text: email.text ?? page.text,
    hasTextPart: email.text !== undefined,
    page,
    links,
    hosts,
    attachments: email.attachments.map(({ filename }) => filename ?? ''),
    bytes: raw.length,
  };
}
