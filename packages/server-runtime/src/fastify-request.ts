import type { FastifyRequest } from 'fastify';
import { NodeRawRequest } from './node-request.ts';

/** A Fastify request, which includes what a trusted proxy reports about the client. */
export class FastifyRawRequest extends NodeRawRequest {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest, prefix: string) {
    super(request.raw, prefix);
    this.#request = request;
  }

  override get secure(): boolean {
    return this.#request.protocol === 'https';
  }

  override get remoteAddress(): string {
    return this.#request.ip;
  }

  override get origin(): string {
    return `${this.#request.protocol}://${this.#request.host}`;
  }
}
