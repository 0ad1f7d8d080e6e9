import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Template } from '../../templates/index.ts';
import { attachable } from './attached-message.ts';
import type { MailAttachment } from './attachment.ts';
import { quotedPrintableTemplate } from './quoted-printable.ts';

/** The parts that a mail's body has. */
export interface BodyParts {
  html: boolean;
  /** A part in AMP for Email beside the HTML. */
  amp?: boolean;
  text: boolean;
  attachments?: readonly MailAttachment[] | undefined;
}

/** The templates of a body's parts; those of parts that the body does not have are left out. */
export interface BodyTemplates<Recipient> {
  html: Template<Recipient>;
  amp?: Template<Recipient>;
  text: Template<Recipient>;
}

/** The MIME structure of a message, in which its parts are filled in. */
export interface BodyFrame {
  /** MIME header fields with line ends. */
  headers: string;
  /** Encodes the parts as quoted-printable text and inserts them. */
  around<Recipient>(parts: BodyTemplates<Recipient>): Template<Recipient>;
}

/** Composes the MIME structure (RFC 2045) of a message with these parts. */
export async function composeBody({ html, amp = false, text, attachments = [] }: BodyParts): Promise<BodyFrame> {
  // Not ASCII, so that it is encoded as quoted-printable; short, so that it stays on one line.
  const stand = `${randomUUID()}é`;
  const composer = new MailComposer({
    ...(html ? { html: `html-${stand}` } : {}),
    ...(amp ? { amp: `amp-${stand}` } : {}),
    ...(text ? { text: `text-${stand}` } : {}),
    attachments: attachments.map(attachable),
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
    around: (parts) =>
      filledIn(message.slice(end + 4), [
        [`text-${encodedStand}`, text ? parts.text : undefined],
        [`amp-${encodedStand}`, amp ? parts.amp : undefined],
        [`html-${encodedStand}`, html ? parts.html : undefined],
      ]),
  };
}

/**
 * Replaces the placeholder texts by the parts; the plain text comes first (RFC 2046, section 5.1.4). HTML comes last, behind AMP,
 * for mail programs that show the last part whatever it is.
 */
function filledIn<Recipient>(
  body: string,
  parts: readonly [string, Template<Recipient> | undefined][],
): Template<Recipient> {
  const literals: string[] = [];
  const substitutions: Template<Recipient>['substitutions'][number][] = [];
  let rest = body;
  let before = '';
  for (const [stand, part] of parts) {
    if (part === undefined) continue;
    const at = rest.indexOf(stand);
    const encoded = quotedPrintableTemplate(part);
    const pieces = [...encoded.literals];
    pieces[0] = before + rest.slice(0, at) + pieces[0];
    before = pieces.pop()!;
    for (const piece of pieces) literals.push(piece);
    for (const substitution of encoded.substitutions) substitutions.push(substitution);
    rest = rest.slice(at + stand.length);
  }
  literals.push(before + rest);
  return { literals, substitutions };
}
