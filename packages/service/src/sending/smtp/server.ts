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
  /** Milliseconds for which the server may be silent: until it is connected, until it greets, and from then on. */
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
}

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
 * Reads `smtp://user:password@host:port` or `smtps://…`; a password goes over an encrypted connection only. A stopping
 * service waits for as long as a server may be silent; the URL may say how long: `?socketTimeout=60000`, …
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
    connectionTimeout: millis('connectionTimeout', 30_000),
    greetingTimeout: millis('greetingTimeout', 30_000),
    socketTimeout: millis('socketTimeout', 60_000),
  };
}
