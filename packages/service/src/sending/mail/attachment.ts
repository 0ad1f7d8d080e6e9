/** A file that goes with a mail. */
export interface MailAttachment {
  filename: string;
  /** MIME type. */
  contentType: string;
  content: Buffer;
  /** Content-ID without brackets, for images that the HTML shows as `cid:…`. */
  cid?: string;
}
