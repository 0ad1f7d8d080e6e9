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

/** Lines behind which servers quote the mail that they could not deliver, or scanners praise themselves. */
const quotation =
  /^[ \t>]*(?:-{2,}[ \t]*(?:below this line|enclosed is|this is a copy|the header of|original message|returned message|unsent message|message header|included is|the following is a copy|copy of)|(?:original|message) (?:message )?(?:headers )?follows?\b|original message headers:|message headers follow|below is a copy of|included is a copy|-{3,}[ \t]*original message|returned mail follows|the text of the original)|^_{20,}[ \t]*$|^(?:Return-Path|Received):[ \t]/im;

const machineTypes = /^(?:message\/(?:global-)?delivery-status|message\/feedback-report|message\/xfeedback-report)$/;
const maxText = 32_768;

/** Reports whether a mail has parts that are made for machines. */
export const isStructured = ({ parts }: Notice): boolean => parts.some(({ text }) => text !== '');

export function toNotice(email: Email): Notice {
  const headers = new Map(email.headers.map(({ key, value }) => [key, value]));
  const body = email.text?.trim() ? email.text : stripTags(email.html ?? '');
  const parts = email.attachments.map(({ mimeType, content }) => {
    const type = mimeType.toLowerCase();
    return { type, text: machineTypes.test(type) ? decode(content) : '' };
  });
  return {
    headers,
    from: headers.get('from') ?? '',
    subject: email.subject ?? '',
    text: cutQuotation(body),
    parts,
  };
}

/** Returns the notice with what follows the headers as its text, without decoding: for mails whose parts are broken. */
export function readUndecoded(notice: Notice, mail: Uint8Array): Notice {
  const text = Buffer.from(mail.buffer, mail.byteOffset, Math.min(mail.byteLength, 4 * maxText)).toString('latin1');
  const start = /\r?\n\r?\n/.exec(text)?.index;
  return { ...notice, text: cutQuotation(start === undefined ? '' : text.slice(start)) };
}

function cutQuotation(body: string): string {
  const end = body.search(quotation);
  return (end === -1 ? body : body.slice(0, end)).slice(0, maxText);
}

const decode = (content: Email['attachments'][number]['content']): string =>
  (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')).slice(0, maxText);

/** Returns the text of HTML, for patterns. */
export const stripTags = (html: string): string =>
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
