/** HTML without what only a mail has: addresses that are tracked or signed, and the picture that counts openings. */
export const previewedHtml = (html: string): string =>
  html
    .replaceAll(/<img[^>]* (?:width|height)="1"[^>]*>/g, '')
    .replaceAll(/ href="[^"]*"/g, ' href=""')
    .replaceAll(/\r\n/g, '\n')
    .trim();
