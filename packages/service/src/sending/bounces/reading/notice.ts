import type { Email } from 'postal-mime';

/** A mail as the formats of notifications see it. */
export interface Notice {
  /** The last value of each header, by its name in lower case. */
  headers: ReadonlyMap<string, string>;
  from: string;
  subject: string;
  /** Of the body, up to the mail that it quotes. */
  text: string;
  /** Texts of the parts that are made for machines, by their types in lower case. */
  parts: readonly { type: string; text: string }[];
}

/** Lines behind which servers quote the mail that they could not deliver. */
const quotation =
  /^[ \t>]*(?:-{2,}[ \t]*(?:below this line|enclosed is|this is a copy|the header of|original message|returned message|unsent message|message header|included is|the following is a copy|copy of)|(?:original|message) (?:message )?(?:headers )?follows?\b|original message headers:|message headers follow|below is a copy of|included is a copy|-{3,}[ \t]*original message|returned mail follows|the text of the original)/im;

const machineTypes = /^(?:message\/(?:global-)?delivery-status|message\/feedback-report|message\/xfeedback-report)$/;
const maxText = 32_768;

export function toNotice(email: Email): Notice {
  const headers = new Map(email.headers.map(({ key, value }) => [key, value]));
  const body = email.text ?? stripTags(email.html ?? '');
  const end = body.search(quotation);
  const parts = email.attachments.map(({ mimeType, content }) => {
    const type = mimeType.toLowerCase();
    return { type, text: machineTypes.test(type) ? decode(content) : '' };
  });
  return {
    headers,
    from: headers.get('from') ?? '',
    subject: email.subject ?? '',
    text: (end === -1 ? body : body.slice(0, end)).slice(0, maxText),
    parts,
  };
}

const decode = (content: Email['attachments'][number]['content']): string =>
  (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')).slice(0, maxText);

const stripTags = (html: string): string =>
  html
    .slice(0, 2 * maxText)
    .replace(/<(?:br|p|div|tr|li)\b[^<>]{0,500}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');
