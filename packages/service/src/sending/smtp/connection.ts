import { type Socket, connect as tcp } from 'node:net';
import { TLSSocket, connect as tls } from 'node:tls';
import { explainTlsError } from '../../platform/network/tls-errors.ts';
import { OutOfStepError, SmtpError } from './refusal.ts';
import { ReplyReader, type SmtpReply } from './reply.ts';
import type { SmtpServer, Waits } from './server.ts';

interface Command {
  /** As errors name it. */
  name: string;
  /** Milliseconds for which its reply is waited for, once all before it have come and its data have left. */
  millis: number;
  hasLeft: boolean;
  resolve(reply: SmtpReply): void;
  reject(error: SmtpError): void;
}

/** The connection itself, as errors name it. */
const itself = 'CONN';
/** A connection over which nothing has gone for so long is closed; servers close those that are open for long. */
const idleMillis = 60_000;
/** How the system says that the server has closed the connection; which one depends on what was being written then. */
const closedCodes = new Set(['ECONNRESET', 'EPIPE']);

/**
 * One TCP or TLS connection to a mail server. Commands may be written before the replies to those before have come (RFC
 * 2920); each gets its own reply. When the connection fails all that wait get the error, and nothing can be written any more.
 * Each wait has a deadline of its own, whatever else arrives meanwhile: no reply ends in no answer.
 */
export class SmtpConnection {
  #server: SmtpServer;
  #socket: Socket;
  #reader = new ReplyReader();
  #waiting: Command[] = [];
  #failure: SmtpError | undefined;
  /** The deadline of the reply that comes next; of the whole connection, if none is waited for. */
  #deadline: NodeJS.Timeout | undefined;
  #timed: Command | undefined;
  /** Called when the connection is closed. */
  onGone = () => {};
  #stop: AbortSignal;

  /** @param stop when aborted, the connection fails and tells nothing more to the server */
  constructor(server: SmtpServer, stop: AbortSignal) {
    this.#server = server;
    this.#stop = stop;
    const { host, port, secure, waits } = server;
    this.#socket = secure ? tls({ host, port, ...serverName(host) }) : tcp({ host, port });
    this.#listen();
    if (stop.aborted) this.#abandon();
    else stop.addEventListener('abort', this.#abandon);
    // As long as nobody answers; then there are deadlines for replies.
    this.#socket.setTimeout(waits.connection);
    this.#socket.once(secure ? 'secureConnect' : 'connect', () => this.#socket.setTimeout(0));
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

  /**
   * Sends data (nothing if it was sent before) and returns the only reply to it.
   * @param wait for how long the reply is waited for when the data have left
   */
  exchange(name: string, data: string | Buffer, wait: keyof Waits = 'command'): Promise<SmtpReply> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      const millis = this.#server.waits[wait];
      const command: Command = { name, millis, hasLeft: data.length === 0, resolve, reject };
      this.#waiting.push(command);
      this.#watch();
      if (command.hasLeft) return;
      this.#socket.setTimeout(this.#server.waits.block);
      this.#socket.write(data, () => {
        command.hasLeft = true;
        if (this.#waiting.every(({ hasLeft }) => hasLeft)) this.#socket.setTimeout(0);
        this.#watch();
      });
    });
  }

  /** The greeting of the server. */
  greeting(): Promise<SmtpReply> {
    return this.exchange(itself, '', 'greeting');
  }

  /**
   * Goes on encrypted, behind the server's consent (RFC 3207). What comes with the consent in the clear may be of somebody on
   * the way, who would have it read as the server's: the connection fails.
   */
  async encrypt(): Promise<void> {
    if (!this.#failure && this.#reader.hasMore)
      this.#fail(new SmtpError(itself, 'The server sent more than its consent to encrypt the connection.'));
    if (this.#failure) throw this.#failure;
    const plain = this.#socket;
    // Its errors are still this connection's.
    for (const event of ['data', 'timeout', 'close']) plain.removeAllListeners(event);
    plain.setTimeout(0);
    this.#reader = new ReplyReader();
    this.#socket = tls({ socket: plain, ...serverName(this.#server.host) });
    await new Promise<void>((resolve, reject) => {
      const millis = this.#server.waits.connection;
      // Nothing is to be said by the server before the connection is encrypted.
      const early = (reply: SmtpReply) => this.#fail(new OutOfStepError(reply));
      this.#waiting.push({ name: itself, millis, hasLeft: true, resolve: early, reject });
      this.#watch();
      this.#listen();
      this.#socket.once('secureConnect', () => {
        this.#waiting.pop();
        this.#watch();
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

  /** Sets the deadline of the reply that comes next. */
  #watch(): void {
    const next = this.#waiting[0];
    if (this.#failure || (next && next === this.#timed)) return;
    clearTimeout(this.#deadline);
    this.#timed = next?.hasLeft ? next : undefined;
    if (next === undefined) this.#deadline = setTimeout(() => this.quit(), idleMillis);
    else if (next.hasLeft) this.#deadline = setTimeout(this.#late, next.millis);
  }

  #late = () => this.#fail(new SmtpError(itself, 'The server did not answer in time.'));
  #closed = () => this.#fail(new SmtpError(itself, 'The server closed the connection.'));
  #abandon = () => this.#fail(new SmtpError(itself, 'The service was stopped before the server answered.'));

  #listen(): void {
    const socket = this.#socket;
    socket.setEncoding('utf8');
    socket.on('data', (piece) => this.#arrived(String(piece)));
    // An attempt over several addresses fails with an error that has a code only.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (closedCodes.has(error.code ?? '')) return this.#closed();
      const message = explainTlsError(error, this.#server) ?? (error.message || error.code);
      this.#fail(new SmtpError(itself, message || 'The connection failed.'));
    });
    socket.on('timeout', this.#late);
    socket.on('close', this.#closed);
  }

  #arrived(piece: string): void {
    if (this.#failure) return;
    try {
      for (const reply of this.#reader.read(piece)) {
        const command = this.#waiting.shift();
        if (command) command.resolve(reply);
        else throw reply.code < 400 ? new OutOfStepError(reply) : new SmtpError(itself, reply.text, reply);
        this.#watch();
      }
    } catch (error) {
      this.#fail(error instanceof SmtpError ? error : new SmtpError(itself, (error as Error).message));
    }
  }

  #fail(error: SmtpError, destroy = true): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#stop.removeEventListener('abort', this.#abandon);
    clearTimeout(this.#deadline);
    if (destroy) this.#socket.destroy();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.onGone();
  }
}

/** The name that the certificate must have, sent along (RFC 6066), which takes no addresses. */
const serverName = (host: string) => (/^[\d.]+$|:/.test(host) ? {} : { servername: host });
