import type { IncomingMessage } from 'node:http';
import { nodeBody } from './node-body.ts';
import type { BodyReader, RawRequest } from './raw.ts';

/** A request to Node's HTTP server, below a prefix. Rarely needed properties are computed on access. */
export class NodeRawRequest implements RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RawRequest['headers'];
  readonly #message: IncomingMessage;
  readonly #target: string;

  constructor(message: IncomingMessage, prefix: string) {
    const target = originForm(message.url ?? '/');
    const mark = target.indexOf('?');
    const whole = mark < 0 ? target : target.slice(0, mark);
    this.method = message.method ?? '';
    this.path = whole.startsWith(prefix) && whole[prefix.length] === '/' ? whole.slice(prefix.length) : '';
    this.query = mark < 0 ? '' : target.slice(mark + 1);
    this.headers = message.headers;
    this.#message = message;
    this.#target = whole;
  }

  get body(): BodyReader | undefined {
    return nodeBody(this.#message);
  }

  get secure(): boolean {
    return 'encrypted' in this.#message.socket;
  }

  get remoteAddress(): string | undefined {
    return this.#message.socket.remoteAddress;
  }

  /** Host name used by the client; a proxy may use another one. */
  get origin(): string {
    return `${this.secure ? 'https' : 'http'}://${this.headers.host ?? ''}`;
  }

  get url(): string {
    return this.origin + this.#target;
  }
}

/** Path and query of a request target that may be absolute (RFC 9112 section 3.2.2). */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
