import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { MetRule, SpamScore } from './judge.ts';

const timeoutMillis = 30_000;

/**
 * Asks the daemon of SpamAssassin for its score of a message (SPAMC protocol 1.5, command REPORT).
 * @throws Error if the daemon does not answer in this protocol
 */
export async function askSpamd(
  spamd: { host: string; port: number },
  raw: Uint8Array,
): Promise<SpamScore & { threshold: number }> {
  const socket = connect(spamd);
  socket.setTimeout(timeoutMillis, () => socket.destroy(new Error(`no response for ${timeoutMillis / 1000} seconds`)));
  socket.write(`REPORT SPAMC/1.5\r\nContent-length: ${raw.length}\r\n\r\n`);
  socket.end(raw);
  return parseReport((await buffer(socket)).toString('utf8'));
}

/** Reads the answer: `SPAMD/1.1 0 EX_OK`, a line `Spam: False ; 0.1 / 5.0`, and a table of the rules. */
function parseReport(answer: string): SpamScore & { threshold: number } {
  const [status = ''] = answer.split(/\r?\n/, 1);
  if (!/^SPAMD\/[\d.]+ 0 /.test(status)) throw new Error(`spamd responded "${status.slice(0, 100)}"`);
  const verdict = /^Spam: *\w+ *; *(-?[\d.]+) *\/ *(-?[\d.]+)/m.exec(answer);
  if (verdict === null) throw new Error('spamd returned no score');
  const rules: MetRule[] = [];
  let last: MetRule | undefined;
  for (const line of answer.slice(answer.indexOf('---- ')).split(/\r?\n/).slice(1)) {
    const row = /^ *(-?\d+(?:\.\d+)?) +([A-Z][A-Z0-9_]*)/.exec(line);
    if (row) {
      last = { name: row[2]!, score: Number(row[1]), description: line.slice(row[0].length).trim() };
      rules.push(last);
    } else if (last && /^ {10,}\S/.test(line)) last.description += ` ${line.trim()}`;
    else break;
  }
  return { score: Number(verdict[1]), threshold: Number(verdict[2]), rules };
}
