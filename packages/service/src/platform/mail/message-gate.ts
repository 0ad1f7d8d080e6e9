import { isAscii } from 'node:buffer';

/** Octets of a line without its end (RFC 5321, section 4.5.3.1.6). */
const maxLine = 998;
const lineFeed = 10;

/** What a message needs from the server that takes it. */
export interface MessageNeeds {
  /** `8BITMIME` (RFC 6152). */
  eightBit: boolean;
  /** `SMTPUTF8` (RFC 6531): its header has UTF-8. */
  utf8Header: boolean;
}

export function needsOf(message: Buffer): MessageNeeds {
  if (isAscii(message)) return { eightBit: false, utf8Header: false };
  const end = message.indexOf('\r\n\r\n');
  return { eightBit: true, utf8Header: !isAscii(message.subarray(0, end === -1 ? message.length : end)) };
}

/**
 * Returns why a message cannot go over SMTP, whatever made it; undefined if it can (RFC 5321, sections 2.3.8 and 4.5.3.1.6). A bare
 * line feed or carriage return lets some servers see the end of a mail where others do not.
 */
export function faultOf(message: Buffer): string | undefined {
  const text = message.toString('latin1');
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) return 'The mail has a line end that is not CRLF.';
  // From the last line end within reach to the next one: few steps for many short lines.
  for (let start = 0; start + maxLine + 2 < message.length; ) {
    const end = message.lastIndexOf(lineFeed, start + maxLine + 1);
    if (end < start) return `The mail has a line of more than ${maxLine} octets.`;
    start = end + 1;
  }
  return undefined;
}
