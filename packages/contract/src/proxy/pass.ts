import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { copyOf } from '../exchange/copy.ts';
import type { Exchange, HeaderLines } from '../exchange/exchange.ts';
import { headOf, pairs } from '../exchange/incoming.ts';
import type { RequestHead, Sender } from '../exchange/send.ts';

/** Outcome of a forwarded request; empty if the client disconnected. */
export interface Passed {
  exchange?: Exchange;
  /** The response was missing or incomplete. */
  fault?: Error;
  /** The request, if a body was too long to be checked. */
  tooLong?: RequestHead;
}

/** Longest body that is judged, in bytes. */
export const LONGEST_JUDGED = 16 * 2 ** 20;

/** Header fields of the connection, which are not forwarded (RFC 9110, section 7.6.1). */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade', 'host', 'expect'];

/** Hands a request on and its answer back as they come, and keeps a copy of both. */
export async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  sender: Sender,
  origin: string,
): Promise<Passed> {
  const { method, path, headers } = headOf(incoming);
  const head = { method, url: origin + path, headers: endToEnd(headers) };
  const [sent, received] = [copyOf(LONGEST_JUDGED), copyOf(LONGEST_JUDGED)];
  const call = sender.begin(head);
  let isAbandoned = false;
  outgoing.once('close', () => {
    isAbandoned = !outgoing.writableFinished;
    if (isAbandoned) call.destroy();
  });
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve);
      // A server may answer a long body before it has read all of it, and close: then the answer counts.
      call.on('error', (error) => {
        incoming.resume();
        reject(error);
      });
    });
    incoming.on('data', (chunk: Buffer) => sent.add(chunk)).pipe(call);
    const response = await answered;
    const lines = pairs(response.rawHeaders);
    outgoing.writeHead(response.statusCode!, endToEnd(lines).flat());
    response.on('data', (chunk: Buffer) => received.add(chunk));
    await pipeline(response, outgoing);
    const [body, answer] = [sent.whole(), received.whole()];
    if (!body || !answer) return { tooLong: head };
    const request = { ...head, body };
    return { exchange: { request, response: { status: response.statusCode!, headers: lines, body: answer } } };
  } catch (error) {
    if (isAbandoned) return {};
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
    return { fault: error as Error };
  }
}

const endToEnd = (headers: HeaderLines): HeaderLines =>
  headers.filter(([name]) => !OF_THE_CONNECTION.includes(name.toLowerCase()));
