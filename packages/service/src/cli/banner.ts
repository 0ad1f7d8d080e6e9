import { relative } from 'node:path';
import type { RunningServer } from '../app/server.ts';
import type { TlsIdentity } from '../platform/http/certificate.ts';
import { namesOwnHost } from '../platform/http/own-hosts.ts';
import { styled } from './styled.ts';

interface Facts {
  server: RunningServer;
  tls: TlsIdentity;
  /** The key that was just made; undefined when there is none, or the operator has chosen it. */
  newKey: string | undefined;
  /** Whether the account was just made with a key that the operator has chosen. */
  chosen: boolean;
  /** Whether the account was just made with sample data, which the `curl` command then reads. */
  hasSamples: boolean;
  /** Link with which the first administrator is made; undefined if there are users. */
  firstUserLink: string | undefined;
  dataDir: string;
  smtp: string | undefined;
  /** Names of the stored relays. */
  relays: string[];
  /** Domains whose mails are signed. */
  signed: string[] | undefined;
  /** Address of the bounce receiver; `undefined` if there is none. */
  bounces: { domain: string; host: string; port: number } | undefined;
}

/** Formats the text that is printed when the service is ready: addresses, key, and next steps. */
export function banner({
  server,
  tls,
  newKey,
  chosen,
  hasSamples,
  firstUserLink,
  dataDir,
  smtp,
  relays,
  signed,
  bounces,
}: Facts): string {
  const { publicUrl } = server;
  const key = newKey ?? '<API key>';
  const keyLine = newKey
    ? `${newKey}   (shown only once; the service stores only its hash)`
    : chosen
      ? '(the one that you have given)'
      : 'printed at the first start; run "mailwright keys create" to create another';
  return `
${styled(process.stdout, ['bold', 'green'], 'Mailwright is ready.')}

  Console        ${firstUserLink ?? `${publicUrl}/console`}${firstUserLink ? '\n                 (makes the first administrator; works once, for 24 hours)' : ''}
  API            ${publicUrl}/1.0
  API key        ${keyLine}
  Documentation  ${publicUrl}/docs
  Mails          ${mails(smtp, relays, `${publicUrl}/outbox`)}
${smtp ? `  Signatures     ${signatures(signed)}\n` : ''}${bounces ? `  Bounces        for addresses in ${bounces.domain}, received at smtp://${bounces.host}:${bounces.port}\n` : ''}  Data           ${dataDir}

Try it:

  curl${trust(tls)} -u ${quote(`${key}:`)} '${tryAt(server, tls)}/1.0/${hasSamples ? 'contacts/email/ada.moreau@example.com?standard_field=FIRSTNAME' : 'contacts/count'}'

Stop it with Ctrl+C.
`;
}

/** The address that works on this machine: a public one may lead to a proxy, whose certificate is another. */
const tryAt = ({ publicUrl, port }: RunningServer, { cert }: TlsIdentity): string =>
  namesOwnHost(publicUrl, cert) ? publicUrl : `https://localhost:${port}`;

function mails(smtp: string | undefined, relays: string[], outbox: string): string {
  const names = [...(smtp ? [new URL(smtp).host] : []), ...relays].join(', ');
  if (smtp) return `sent through ${names}`;
  return relays.length > 0
    ? `sent through ${names}; others are stored in ${outbox}`
    : `stored in ${outbox}   (for administrators)`;
}

function signatures(signed: string[] | undefined): string {
  if (signed === undefined) return 'none; sign mails with --dkim-keys';
  return signed.length > 0 ? `DKIM for ${[...new Set(signed)].join(', ')}` : 'none; --dkim-keys has no key yet';
}

const trust = ({ certFile }: TlsIdentity) => (certFile === undefined ? '' : ` --cacert ${quote(nearPath(certFile))}`);

/** Relative when that is inside the working directory. */
function nearPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

/** Quoted for a POSIX shell where needed. */
function quote(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
