import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Template } from '../../mailings/index.ts';
import { quotedPrintableTemplate } from './quoted-printable.ts';

/** A file that goes with a mail. */
export interface Attachment {
  filename: string;
  /** MIME type. */
  contentType: string;
  content: Buffer;
  /** Content-ID without brackets, for images that the HTML shows as `cid:…`. */
  cid?: string;
}

/** The parts of a mail's body, those of which there are. */
export interface BodyParts<Recipient> {
  html?: Template<Recipient> | undefined;
  text?: Template<Recipient> | undefined;
  attachments?: readonly Attachment[] | undefined;
}

/** The MIME header fields of a message and its body, in which pieces are filled in for each recipient. */
export interface CompiledBody<Recipient> {
  /** With line ends. */
  headers: string;
  body: Template<Recipient>;
}

/** Composes the MIME structure (RFC 2045) once, with the parts as pieces of quoted-printable text in their places. */
export async function compileBody<Recipient>(parts: BodyParts<Recipient>): Promise<CompiledBody<Recipient>> {
  const { html, text, attachments = [] } = parts;
  // Not ASCII, so that it is encoded as quoted-printable; short, so that it stays on one line.
  const stand = `${randomUUID()}é`;
  const composer = new MailComposer({
    ...(html ? { html: `html-${stand}` } : {}),
    ...(text ? { text: `text-${stand}` } : {}),
    attachments: [...attachments],
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = (await composer.compile().build()).toString('latin1');
  const end = message.indexOf('\r\n\r\n');
  const fields = message.slice(0, end).split(/\r\n(?![ \t])/);
  const headers = fields.filter((field) => /^(?:MIME-Version|Content-[\w-]+):/i.test(field));
  const encodedStand = stand.replace('é', '=C3=A9');
  return {
    headers: headers.map((field) => `${field}\r\n`).join(''),
    body: filledIn(message.slice(end + 4), [
      [`text-${encodedStand}`, text],
      [`html-${encodedStand}`, html],
    ]),
  };
}

/** Puts parts in the places of the texts that stand for them; the plain text comes first (RFC 2046, section 5.1.4). */
function filledIn<Recipient>(
  body: string,
  parts: readonly [string, Template<Recipient> | undefined][],
): Template<Recipient> {
  const literals: string[] = [];
  const slots: Template<Recipient>['slots'][number][] = [];
  let rest = body;
  let before = '';
  for (const [stand, part] of parts) {
    if (part === undefined) continue;
    const at = rest.indexOf(stand);
    const encoded = quotedPrintableTemplate(part);
    const pieces = [...encoded.literals];
    pieces[0] = before + rest.slice(0, at) + pieces[0];
    before = pieces.pop()!;
    literals.push(...pieces);
    slots.push(...encoded.slots);
    rest = rest.slice(at + stand.length);
  }
  literals.push(before + rest);
  return { literals, slots };
}
