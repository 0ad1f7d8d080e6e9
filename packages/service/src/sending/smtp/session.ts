import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailRefusal } from '../mail/transport.ts';
import { refusalOf, type SmtpError } from './refusal.ts';
import type { SmtpServer } from './server.ts';

/** Servers end connections that bring too many mails; a new one costs little. */
const mailsPerConnection = 100;

/** One connection to a mail server, opened when it is needed and again when it was lost. */
export class SmtpSession {
  #server: SmtpServer;
  #connection: SMTPConnection | undefined;
  #mails = 0;

  constructor(server: SmtpServer) {
    this.#server = server;
  }

  /** Hands one mail over. */
  async send(envelope: { from: string; to: string }, message: Buffer): Promise<MailRefusal | undefined> {
    // The server has allowed the message to be sent when it is read.
    let transferring = false;
    try {
      const connection = this.#connection ?? (await this.#connect());
      const source = new Readable({
        read() {
          transferring = true;
          this.push(message);
          this.push(null);
        },
      });
      await new Promise<void>((resolve, reject) =>
        connection.send({ from: envelope.from, to: [envelope.to] }, source, (error) =>
          error ? reject(error) : resolve(),
        ),
      );
      if (++this.#mails >= mailsPerConnection) this.close();
      return undefined;
    } catch (error) {
      const refusal = refusalOf(error as SmtpError, transferring);
      if (refusal.concerns === 'server') this.close();
      else await this.#reset();
      return refusal;
    }
  }

  async #connect(): Promise<SMTPConnection> {
    const { options, credentials } = this.#server;
    const connection = new SMTPConnection(options);
    const forget = () => {
      if (this.#connection === connection) this.#connection = undefined;
    };
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    // What goes wrong while a mail is sent is told to its sender; an idle connection is just gone.
    connection.on('error', forget);
    connection.once('end', forget);
    if (credentials) {
      await promisify(connection.login.bind(connection))({ user: credentials.user, pass: credentials.pass }).catch(
        (error) => {
          connection.close();
          throw error;
        },
      );
    }
    this.#connection = connection;
    this.#mails = 0;
    return connection;
  }

  /** Forgets a mail that was refused, so that the connection can be used for the next one. */
  async #reset(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    await promisify(connection.reset.bind(connection))().catch(() => this.close());
  }

  close(): void {
    this.#connection?.quit();
    this.#connection = undefined;
  }
}
