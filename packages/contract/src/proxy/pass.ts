import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { copyOf } from '../exchange/copy.ts';
import { type Exchange, type HeaderLines, LONGEST_JUDGED } from '../exchange/exchange.ts';
import { headOf, pairs } from '../exchange/incoming.ts';
import type { RequestHead, Sender } from '../exchange/send.ts';
import { unpackJudged } from '../exchange/unpack.ts';

/** Outcome of a forwarded request; empty if the client disconnected. */
export interface Passed {
  exchange?: Exchange;
  /** The response was missing or incomplete. */
  fault?: Error;
  /** The request, if a body was too long to be checked. */
  tooLong?: RequestHead;
}

/** Header fields of the connection, which are not forwarded (RFC 9110, section 7.6.1). */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade', 'host', 'expect'];

/** Hands a request on and its answer back as they come. Keeps a copy of both if they are to be judged. */
export async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  sender: Sender,
  origin: string,
  isJudged: boolean,
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
    if (isJudged) incoming.on('data', (chunk: Buffer) => sent.add(chunk));
    incoming.pipe(call);
    const response = await answered;
    const lines = pairs(response.rawHeaders);
    outgoing.writeHead(response.statusCode!, endToEnd(lines).flat());
    if (isJudged) response.on('data', (chunk: Buffer) => received.add(chunk));
    await pipeline(response, outgoing);
    if (!isJudged) return {};
    const [body, answer] = [sent.whole(), received.whole()];
    if (!body || !answer) return { tooLong: head };
    return {
      exchange: {
        request: { ...head, ...unpackJudged(headers, body) },
        response: { status: response.statusCode!, headers: lines, ...unpackJudged(lines, answer) },
      },
    };
  } catch (error) {
    if (isAbandoned) return {};
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
    return { fault: error as Error };
  }
}

/** Returns the header fields that are forwarded. */
export const endToEnd = (headers: HeaderLines): HeaderLines =>
  headers.filter(([name]) => !OF_THE_CONNECTION.includes(name.toLowerCase()));
