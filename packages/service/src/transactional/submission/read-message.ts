import PostalMime, { type Email } from 'postal-mime';

/** A message as a program submits it, taken apart. */
export interface SubmittedMessage {
  from: { email: string; name: string };
  subject: string;
  html: string | null;
  text: string | null;
  replyTo: string | null;
  /** Display names by address in lower case. */
  names: Map<string, string>;
  tags: string[];
  attachments: { filename: string; mimetype: string; data: string; cid?: string }[];
}

/** A message, or the SMTP reply with which it is refused. */
export type MessageReading = SubmittedMessage | { refusal: string };

const limits = { maxNestingDepth: 16, maxHeadersSize: 64 * 1024 };
const maxAttachments = 10;
const maxTags = 10;
const maxText = 1_000_000;
const tag = /^[^\s,]{1,64}$/;

/** Reads a submitted message. Runs in a worker thread, on data of anybody who has a key. */
export async function readMessage(message: Uint8Array): Promise<MessageReading> {
  let email: Email;
  try {
    email = await PostalMime.parse(message, { ...limits, attachmentEncoding: 'base64' });
  } catch (error) {
    return { refusal: `5.6.0 The message cannot be read: ${(error as Error).message}` };
  }
  const { from, subject = '', html, text, attachments } = email;
  if (!from?.address) return { refusal: '5.6.0 The header field From must have one address' };
  if (attachments.length > maxAttachments) return { refusal: `5.3.4 More than ${maxAttachments} attachments` };
  if ((html?.length ?? 0) > maxText || (text?.length ?? 0) > maxText) return { refusal: '5.3.4 The text is too long' };
  const tags = readTags(email);
  if (tags === undefined) return { refusal: `5.6.0 X-Tag must have at most ${maxTags} words of 64 characters` };
  return {
    from: { email: from.address, name: from.name },
    subject: subject.replace(/[\r\n]+/g, ' '),
    html: html ?? null,
    text: text ?? (html === undefined ? '' : null),
    replyTo: email.replyTo?.[0]?.address ?? null,
    names: namesOf(email),
    tags,
    attachments: attachments.map(({ filename, mimeType, content, contentId }, at) => ({
      filename: filename || `attachment-${at + 1}`,
      mimetype: mimeType,
      data: content as string,
      ...(contentId ? { cid: contentId.replace(/^<|>$/g, '') } : {}),
    })),
  };
}

/** Words of the header fields X-Tag, separated by commas; `undefined` if there are too many or one is none. */
function readTags({ headers }: Email): string[] | undefined {
  const values = headers.flatMap(({ key, value }) => (key === 'x-tag' ? value.split(',') : []));
  const tags = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
  return tags.length <= maxTags && tags.every((each) => tag.test(each)) ? tags : undefined;
}

function namesOf({ to = [], cc = [] }: Email): Map<string, string> {
  const named = [...to, ...cc].flatMap(({ address, name }) =>
    address && name ? [[address.toLowerCase(), name] as const] : [],
  );
  return new Map(named);
}
