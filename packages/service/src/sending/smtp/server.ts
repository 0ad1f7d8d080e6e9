import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

/** A mail server, as its URL describes it. */
export interface SmtpServer {
  options: SMTPConnectionOptions;
  credentials: { user: string; pass: string } | undefined;
}

/** Milliseconds for which a server may be silent, unless the URL says otherwise; a stopping service waits for it. */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/** Reads `smtp://user:password@host:port` or `smtps://…`; a password goes over an encrypted connection only. */
export function smtpServer(url: string, insecure: boolean): SmtpServer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const times = Object.entries(timeouts).map(([name, millis]) => [name, Number(searchParams.get(name) ?? millis)]);
  const secure = protocol === 'smtps:';
  return {
    options: {
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(port === '' ? {} : { port: Number(port) }),
      secure,
      requireTLS: !secure && username !== '' && !insecure,
      ...Object.fromEntries(times),
      ...(searchParams.has('name') ? { name: searchParams.get('name')! } : {}),
    },
    credentials:
      username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
}
