/** Bytes and lines of a mail that are read. Reports come before the mail that they quote (RFC 6522, section 3). */
export const maxHeadBytes = 256 * 1024;
const maxHeadLines = 4000;

/** Returns the beginning of a mail up to both limits. Parsers cost most per line, so bytes alone limit no time. */
export function cutHead(mail: Uint8Array): Uint8Array {
  const bytes = mail.subarray(0, maxHeadBytes);
  let end = -1;
  for (let lines = 0; lines < maxHeadLines; lines++) {
    end = bytes.indexOf(0x0a, end + 1);
    if (end === -1) return bytes;
  }
  return bytes.subarray(0, end + 1);
}
