import type { AccessToken } from '../../platform/network/access-token.ts';

/** SMTP credentials: a password, or an access token in its place. */
export type Credentials = { user: string } & ({ pass: string } | { token: AccessToken });

/** A mail server, as its URL describes it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** Encrypted from the first byte on (RFC 8314). */
  secure: boolean;
  /** Nothing is sent to a server that cannot be spoken to encrypted. */
  requireTLS: boolean;
  /** Whether it is asked to send mails on over encrypted connections only (RFC 8689), if it offers that. */
  asksForOnwardTls: boolean;
  credentials: Credentials | undefined;
  /** How this machine introduces itself; absent for its own name. */
  name?: string;
  waits: Waits;
}

/**
 * How long the server is waited for, in milliseconds (RFC 5321, section 4.5.3.2). Who waits less for the answer to a message
 * sends mails twice that the server has taken.
 */
export interface Waits {
  /** Until the connection is there, encrypted if it is to be; the standard leaves it open. */
  connection: number;
  greeting: number;
  /** For the reply to a command other than DATA. */
  command: number;
  /** For the consent to a message. */
  consent: number;
  /** Until more of a message has left. */
  block: number;
  /** For the reply to a whole message. */
  message: number;
}

const minute = 60_000;

/** RFC 8314, section 7.3, and RFC 6409: where mails are submitted, encrypted and not. */
const ports = { 'smtps:': 465, 'smtp:': 587 };

export interface SmtpOptions {
  /** Sends the password without encryption to a server that offers none. */
  insecure?: boolean;
  /** Whether mails, too, are sent over encrypted connections only; by default if there is a password. */
  requireTLS?: boolean;
  /** Tokens in place of the password. */
  token?: AccessToken | undefined;
}

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`; a password goes over an encrypted connection only. The URL may say
 * for how many milliseconds the server is waited for: `?messageTimeout=900000`, …
 */
export function smtpServer(url: string, { insecure = false, requireTLS, token }: SmtpOptions = {}): SmtpServer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const millis = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? ports[secure ? 'smtps:' : 'smtp:'] : Number(port),
    secure,
    requireTLS: !secure && (requireTLS ?? (username !== '' && !insecure)),
    asksForOnwardTls: searchParams.get('requireTls') === 'onward',
    credentials:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), ...(token ? { token } : { pass: decodeURIComponent(password) }) },
    ...(searchParams.has('name') ? { name: searchParams.get('name')! } : {}),
    waits: {
      connection: millis('connectionTimeout', minute / 2),
      greeting: millis('greetingTimeout', 5 * minute),
      command: millis('socketTimeout', 5 * minute),
      consent: millis('socketTimeout', 2 * minute),
      block: millis('socketTimeout', 3 * minute),
      message: millis('messageTimeout', 10 * minute),
    },
  };
}
