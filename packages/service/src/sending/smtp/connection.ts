import { type Socket, connect as tcp } from 'node:net';
import { TLSSocket, connect as tls } from 'node:tls';
import { explainTlsError } from '../../platform/network/tls-errors.ts';
import { OutOfStepError, SmtpError } from './refusal.ts';
import { ReplyReader, type SmtpReply } from './reply.ts';
import type { SmtpServer } from './server.ts';

interface Command {
  /** As errors name it. */
  name: string;
  resolve(reply: SmtpReply): void;
  reject(error: SmtpError): void;
}

/** The connection itself, as errors name it. */
const itself = 'CONN';

/**
 * One TCP or TLS connection to a mail server. Commands may be written before the replies to those before have come (RFC
 * 2920); each gets its own reply. When the connection fails all that wait get the error, and nothing can be written any more.
 */
export class SmtpConnection {
  #server: SmtpServer;
  #socket: Socket;
  #reader = new ReplyReader();
  #waiting: Command[] = [];
  #failure: SmtpError | undefined;
  /** Called when the connection is closed. */
  onGone = () => {};
  #stop: AbortSignal;

  /** @param stop when aborted, the connection fails and tells nothing more to the server */
  constructor(server: SmtpServer, stop: AbortSignal) {
    this.#server = server;
    this.#stop = stop;
    const { host, port, secure, connectionTimeout } = server;
    this.#socket = secure ? tls({ host, port, ...serverName(host) }) : tcp({ host, port });
    this.#listen();
    if (stop.aborted) this.#abandon();
    else stop.addEventListener('abort', this.#abandon);
    // As long as nobody answers; from the greeting on the server says how long it may be silent.
    this.#socket.setTimeout(connectionTimeout);
    this.#socket.once(secure ? 'secureConnect' : 'connect', () => this.#socket.setTimeout(server.greetingTimeout));
    this.#socket.setNoDelay(true);
  }

  get gone(): boolean {
    return this.#failure !== undefined;
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  /** Sends a command and returns any reply. */
  command(name: string, line = name): Promise<SmtpReply> {
    return this.exchange(name, `${line}\r\n`);
  }

  /** Sends data (nothing if it was sent before) and returns the only reply to it. */
  exchange(name: string, data: string | Buffer): Promise<SmtpReply> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (data.length > 0) this.#socket.write(data);
    return new Promise((resolve, reject) => this.#waiting.push({ name, resolve, reject }));
  }

  /** The greeting of the server. */
  async greeting(): Promise<SmtpReply> {
    const reply = await this.exchange(itself, '');
    this.#socket.setTimeout(this.#server.socketTimeout);
    return reply;
  }

  /** Goes on encrypted, behind the server's consent (RFC 3207). What it said before in the clear counts no more. */
  async encrypt(): Promise<void> {
    const plain = this.#socket;
    // Its errors are still this connection's.
    for (const event of ['data', 'timeout', 'close']) plain.removeAllListeners(event);
    plain.setTimeout(0);
    this.#reader = new ReplyReader();
    this.#socket = tls({ socket: plain, ...serverName(this.#server.host) });
    this.#socket.setTimeout(this.#server.socketTimeout);
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ name: itself, resolve: () => {}, reject });
      this.#listen();
      this.#socket.once('secureConnect', () => {
        this.#waiting.pop();
        resolve();
      });
    });
  }

  /** Takes leave of the server, which need not answer. */
  quit(): void {
    if (this.#failure) return;
    this.#socket.end('QUIT\r\n');
    this.#fail(new SmtpError(itself, 'The connection was closed.'), false);
  }

  #abandon = () => this.#fail(new SmtpError(itself, 'The service was stopped before the server answered.'));

  #listen(): void {
    const socket = this.#socket;
    socket.setEncoding('utf8');
    socket.on('data', (piece) => this.#arrived(String(piece)));
    // An attempt over several addresses fails with an error that has a code only.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const message = explainTlsError(error, this.#server) ?? (error.message || error.code);
      this.#fail(new SmtpError(itself, message || 'The connection failed.'));
    });
    socket.on('timeout', () => this.#fail(new SmtpError(itself, 'The server did not answer in time.')));
    socket.on('close', () => this.#fail(new SmtpError(itself, 'The server closed the connection.')));
  }

  #arrived(piece: string): void {
    if (this.#failure) return;
    try {
      for (const reply of this.#reader.read(piece)) {
        const command = this.#waiting.shift();
        if (command) command.resolve(reply);
        else throw reply.code < 400 ? new OutOfStepError(reply) : new SmtpError(itself, reply.text, reply);
      }
    } catch (error) {
      this.#fail(error instanceof SmtpError ? error : new SmtpError(itself, (error as Error).message));
    }
  }

  #fail(error: SmtpError, destroy = true): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#stop.removeEventListener('abort', this.#abandon);
    if (destroy) this.#socket.destroy();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.onGone();
  }
}

/** The name that the certificate must have, sent along (RFC 6066), which takes no addresses. */
const serverName = (host: string) => (/^[\d.]+$|:/.test(host) ? {} : { servername: host });
