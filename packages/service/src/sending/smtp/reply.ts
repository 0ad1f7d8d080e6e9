/** A server's reply to one command (RFC 5321, section 4.2). */
export interface SmtpReply {
  code: number;
  /** All of its lines as they came, without their line ends at the end. */
  text: string;
}

/** Longer lines than servers may send (RFC 5321, section 4.5.3.1.5) are no SMTP. */
const maxLine = 8192;
/** Nor are replies of more lines: the longest tell some hundred extensions. */
const maxLines = 10_000;
const line = /^([2-5]\d\d)(?:([- ])|$)/;

/** Assembles replies from received pieces. */
export class ReplyReader {
  #rest = '';
  #lines: string[] = [];

  /** Part of a reply has come. */
  get hasMore(): boolean {
    return this.#rest !== '' || this.#lines.length > 0;
  }

  /** The replies that are complete. @throws Error for what is no SMTP */
  read(piece: string): SmtpReply[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop()!;
    if (this.#rest.length > maxLine) throw new Error('The server sent something that is not SMTP.');
    return lines.flatMap((end) => this.#take(end.trimEnd()));
  }

  #take(text: string): SmtpReply[] {
    const match = line.exec(text);
    if (match === null) throw new Error(`The server sent something that is not SMTP: ${text.slice(0, 100)}`);
    this.#lines.push(text);
    if (this.#lines.length > maxLines) throw new Error('The server sent a reply that has no end.');
    if (match[2] === '-') return [];
    return [{ code: Number(match[1]), text: this.#lines.splice(0).join('\n') }];
  }
}
