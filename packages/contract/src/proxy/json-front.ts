import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaKind, type Operation } from '@mailwright/codegen/description';
import { XmlError } from '@mailwright/xml-codec';
import type { Contract } from '../contract/contract.ts';
import {
  type HeaderLines,
  header,
  LONGEST_JUDGED,
  type ReceivedResponse,
  type SentRequest,
} from '../exchange/exchange.ts';
import { type Incoming, readIncoming } from '../exchange/incoming.ts';
import type { Sender } from '../exchange/send.ts';
import { pathBelow } from '../judge/judge.ts';
import { readAnswer } from '../judge/response.ts';
import { answerTypes } from '../test-cases/valid.ts';
import { endToEnd } from './pass.ts';
import type { RunningProxy } from './proxy.ts';

export interface JsonFrontOptions {
  contract: Contract;
  /** Base URL of the service. */
  baseUrl: string;
  sender: Sender;
  /** 0 takes a free one. */
  port: number;
}

/** Fields that belong to the bytes of a body, which are others after a translation. */
const OF_THE_BODY = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'etag', 'accept'];

/**
 * Stands before a service with XML and speaks JSON as the twin of its description does: for tools that know no XML. Bodies in
 * `application/json` become XML where the operation takes XML, and answers in XML become JSON; all else passes unchanged.
 */
export async function startJsonFront({ contract, baseUrl, sender, port }: JsonFrontOptions): Promise<RunningProxy> {
  const { origin, pathname } = new URL(baseUrl);
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: Error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else answer(outgoing, 502, { message: `The service did not answer: ${error.message}` });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}${pathname.replace(/\/$/, '')}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
    },
  };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const received = await readIncoming(incoming, LONGEST_JUDGED);
    if (received.body.length > LONGEST_JUDGED)
      return answer(outgoing, 413, { message: `A body has at most ${LONGEST_JUDGED} bytes` });
    const url = origin + received.path;
    const route = contract.route(received.method, pathBelow(baseUrl, url));
    const operation = route.found === 'operation' ? route.operation : undefined;
    let request: SentRequest;
    try {
      request = toXml(received, url, operation);
    } catch (error) {
      if (!(error instanceof XmlError || error instanceof SyntaxError)) throw error;
      return answer(outgoing, 400, { message: `The body cannot be written as XML: ${error.message}` });
    }
    const { response } = await sender.send(request);
    const value = operation && isXml(response) ? readAnswer(contract, operation, response) : undefined;
    const lines = endToEnd(response.headers);
    if (value !== undefined) return answer(outgoing, response.status, value, without(lines, OF_THE_BODY));
    outgoing
      .writeHead(response.status, without(lines, ['transfer-encoding', 'content-length']).flat())
      .end(response.body);
  }

  function toXml({ method, headers, body }: Incoming, url: string, operation: Operation | undefined): SentRequest {
    const all = endToEnd(headers);
    const sent = header(headers, 'content-type');
    const content = operation?.bodies.find(({ kind }) => kind === 'xml');
    const isTranslated = content !== undefined && body.length > 0 && /^application\/json(;|$)/i.test(sent ?? '');
    const kept = without(all, isTranslated ? OF_THE_BODY : ['accept', 'content-length', 'transfer-encoding']);
    return {
      method,
      url,
      headers: [
        ...kept,
        ['Accept', operation ? (answerTypes(operation)[0] ?? '*/*') : (header(headers, 'accept') ?? '*/*')],
        ...(isTranslated ? ([['Content-Type', content.mediaType]] as HeaderLines) : []),
      ],
      body: isTranslated
        ? Buffer.from(contract.codec(content.schema!, 'request').encode(JSON.parse(Buffer.from(body).toString())))
        : body,
    };
  }
}

const isXml = ({ headers }: ReceivedResponse) => mediaKind(header(headers, 'content-type') ?? '') === 'xml';

const without = (headers: HeaderLines, names: readonly string[]): HeaderLines =>
  headers.filter(([name]) => !names.includes(name.toLowerCase()));

function answer(outgoing: ServerResponse, status: number, value: unknown, headers: HeaderLines = []): void {
  outgoing.writeHead(status, [...headers, ['Content-Type', 'application/json']].flat()).end(JSON.stringify(value));
}
