import type { FastifyRequest } from 'fastify';
import { nodeBody } from './node-body.ts';
import type { BodyReader, RawRequest } from './raw.ts';

/** A request to Fastify below a prefix. What few requests need is worked out when it is asked for. */
export class FastifyRawRequest implements RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RawRequest['headers'];
  readonly #request: FastifyRequest;
  readonly #target: string;

  constructor(request: FastifyRequest, prefix: string) {
    const { raw } = request;
    const target = originForm(raw.url ?? '/');
    const mark = target.indexOf('?');
    const whole = mark < 0 ? target : target.slice(0, mark);
    this.method = raw.method ?? '';
    this.path = whole.startsWith(prefix) && whole[prefix.length] === '/' ? whole.slice(prefix.length) : '';
    this.query = mark < 0 ? '' : target.slice(mark + 1);
    this.headers = raw.headers;
    this.#request = request;
    this.#target = whole;
  }

  get body(): BodyReader | undefined {
    return nodeBody(this.#request.raw);
  }

  get secure(): boolean {
    return this.#request.protocol === 'https';
  }

  get remoteAddress(): string {
    return this.#request.ip;
  }

  get url(): string {
    const { protocol, host } = this.#request;
    return `${protocol}://${host}${this.#target}`;
  }
}

/** Path and query of a request target that may be absolute (RFC 9112 section 3.2.2). */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
