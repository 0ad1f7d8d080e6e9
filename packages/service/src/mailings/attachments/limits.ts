import { badRequest } from '@mailwright/server/runtime';

/** Files that a mailing may have. */
export const maxAttachments = 10;
/** Largest size of a file in KB; ten of them make a mail that most servers still take. */
export const maxAttachmentKb = 2048;

/** @throws ApiError 400 when a mailing would have too many attachments */
export function requireRoom(there: number, added: number): void {
  if (there + added <= maxAttachments) return;
  throw badRequest(
    `A mailing has at most ${maxAttachments} attachments; there are ${there} already, and ${added} cannot be added.`,
  );
}

/** @throws ApiError 400 when a file is empty or too large */
export function requireSize(filename: string, bytes: number): void {
  if (bytes === 0) throw badRequest(`Attachment "${filename}" must not be empty.`);
  if (bytes <= maxAttachmentKb * 1024) return;
  throw badRequest(
    `Attachment "${filename}" must have at most ${maxAttachmentKb} KB but has ${Math.ceil(bytes / 1024)} KB.`,
  );
}
