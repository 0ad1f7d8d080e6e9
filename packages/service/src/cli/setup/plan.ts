import { resolve } from 'node:path';
import { domainToASCII } from 'node:url';
import { publicOrigin } from '../options.ts';

/** What the operator has answered. */
export interface SetupAnswers {
  /** Host of the console and of links in mails; senders have its domain, too. */
  domain: string;
  email: string;
  /** Who makes the certificate: the service itself by ACME, or a proxy before it. */
  tls: 'acme' | 'proxy';
  acmeDirectory: string;
  /** `embedded`, or the address of a PostgreSQL server. */
  database: string;
  /** Address of an SMTP server, `direct` for one on this machine, or `none`. */
  relay: string;
  /** Name of the first account. */
  name: string;
}

/** How the service is started. */
export interface SetupPlace {
  /** File of the settings. */
  file: string;
  /** Directory of the secrets. */
  secrets: string;
  /** Whether systemd starts the service and listens for it, as in the Debian package. */
  isUnit: boolean;
}

export interface SetupPlan {
  /** Settings, as variables. */
  settings: [variable: string, value: string][];
  /** Secrets, by the names of their files. */
  secrets: [name: string, value: string][];
  records: DnsLine[];
  /** Commands that come next. */
  commands: string[];
}

interface DnsLine {
  name: string;
  type: 'A' | 'AAAA' | 'TXT' | 'PTR';
  value: string;
}

const socketFile = '/etc/systemd/system/mailwright.socket.d/ports.conf';

/**
 * Returns what the answers come to. Changes nothing.
 * @param addresses public addresses of this machine
 */
export function planSetup(answers: SetupAnswers, place: SetupPlace, addresses: readonly string[]): SetupPlan {
  const { domain, email, tls, acmeDirectory, name } = answers;
  const { settings: smtpSettings, secrets: smtpSecrets } = planRelay(answers.relay);
  const certificate: [string, string][] =
    tls === 'proxy'
      ? [['MAILWRIGHT_TRUST_PROXY', '1']]
      : [
          ['MAILWRIGHT_ACME_DOMAIN', domain],
          ['MAILWRIGHT_ACME_DIRECTORY', acmeDirectory],
          ['MAILWRIGHT_ACME_EMAIL', email],
          ['MAILWRIGHT_ACME_AGREE_TO_TERMS', 'true'],
          ...ports(place),
        ];
  return {
    settings: [
      ['MAILWRIGHT_NAME', name],
      ['MAILWRIGHT_SENDER_DOMAIN', domain],
      ['MAILWRIGHT_EMPTY', 'true'],
      ['MAILWRIGHT_PUBLIC_URL', publicOrigin(`https://${domain}`)],
      ...certificate,
      ...smtpSettings,
      ...(place.isUnit ? [] : ([['MAILWRIGHT_DKIM_KEYS', 'mailwright-dkim']] as [string, string][])),
    ],
    secrets: [
      ...(answers.database === 'embedded' ? [] : ([['database-url', answers.database]] as [string, string][])),
      ...smtpSecrets,
    ],
    records: records(answers, addresses),
    commands: place.isUnit ? unitCommands(answers) : shellCommands(answers, place),
  };
}

/** Of a unit, systemd has the ports. */
const ports = ({ isUnit }: SetupPlace): [string, string][] =>
  isUnit
    ? []
    : [
        ['MAILWRIGHT_HOST', '::'],
        ['MAILWRIGHT_PORT', '443'],
        ['MAILWRIGHT_HTTP_PORT', '80'],
      ];

function planRelay(relay: string): Pick<SetupPlan, 'settings' | 'secrets'> {
  if (relay === 'none') return { settings: [], secrets: [] };
  if (relay === 'direct') return { settings: [['MAILWRIGHT_SMTP', 'smtp://localhost:25']], secrets: [] };
  const url = new URL(relay);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return {
    settings: [['MAILWRIGHT_SMTP', url.href.replace(/\/$/, '')]],
    secrets: password === '' ? [] : [['smtp-password', password]],
  };
}

function records({ domain, email, relay }: SetupAnswers, addresses: readonly string[]): DnsLine[] {
  const hosts = addresses.map((value): DnsLine => ({ name: domain, type: value.includes(':') ? 'AAAA' : 'A', value }));
  const unknown: DnsLine = { name: domain, type: 'A', value: 'ADDRESS-OF-THIS-SERVER' };
  const spf = relay === 'direct' ? 'a' : 'include:SPF-NAME-OF-YOUR-MAIL-SERVER';
  return [
    ...(hosts.length > 0 ? hosts : [unknown]),
    ...(relay === 'none' ? [] : [{ name: domain, type: 'TXT' as const, value: `v=spf1 ${spf} -all` }]),
    { name: `_dmarc.${domain}`, type: 'TXT', value: `v=DMARC1; p=none; rua=mailto:${email}` },
    ...(relay === 'direct' ? addresses.map((name): DnsLine => ({ name, type: 'PTR', value: domain })) : []),
  ];
}

function unitCommands({ domain, tls }: SetupAnswers): string[] {
  const listen = tls === 'acme' ? 'ListenStream=443\\nListenStream=80' : 'ListenStream=127.0.0.1:8443';
  return [
    `mailwright dkim --domain ${domain}`,
    `mkdir -p ${socketFile.slice(0, socketFile.lastIndexOf('/'))}`,
    `printf '[Socket]\\nListenStream=\\n${listen}\\n' > ${socketFile}`,
    'systemctl daemon-reload && systemctl stop mailwright && systemctl restart mailwright.socket && systemctl start mailwright',
    'journalctl --unit=mailwright -o cat | grep /console/first',
    'mailwright doctor',
  ];
}

function shellCommands({ domain }: SetupAnswers, { file, secrets }: SetupPlace): string[] {
  return [
    `set -a; . ${resolve(file)}; CREDENTIALS_DIRECTORY=${resolve(secrets)}; set +a`,
    `mailwright dkim --domain ${domain}`,
    'mailwright serve',
    'mailwright doctor',
  ];
}

/** Shells read files of settings, too. */
const forbidden = /["$`\\\p{C}]/u;

/**
 * Returns the text of a file of settings with other values; what stands there besides stays.
 * @throws Error if a value could be more than a text for a shell
 */
export function changeSettings(text: string, settings: SetupPlan['settings']): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  for (const [variable, value] of settings) {
    if (forbidden.test(value)) throw new Error(`${variable} must not contain " $ \` \\ or line breaks: ${value}`);
    const line = `${variable}="${value}"`;
    const place = lines.findLastIndex((each) => each.startsWith(`${variable}=`));
    const example = lines.findIndex((each) => each.startsWith(`#${variable}=`));
    if (place >= 0) lines[place] = line;
    else if (example >= 0) lines[example] = line;
    else lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

/** Reads a host name. @throws Error */
export function readDomain(text: string): string {
  const domain = domainToASCII(text.trim().replace(/\.$/, ''));
  if (!/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(domain))
    throw new Error('It must be the name of a host, such as news.example.com');
  return domain;
}

/** Reads `embedded`, or the address of a PostgreSQL server. @throws Error */
export function readDatabase(text: string): string {
  if (text !== 'embedded' && !/^postgres(ql)?:\/\/\S+$/.test(text))
    throw new Error('It must be "embedded", or an address such as postgres://user:secret@db.example.com/mailwright');
  return text;
}

/** Reads `direct`, `none`, or the address of an SMTP server. @throws Error */
export function readRelay(text: string): string {
  if (text === 'direct' || text === 'none') return text;
  if (!/^smtps?:\/\/[^\s"$`\\]+$/.test(text) || !URL.canParse(text))
    throw new Error('It must be "direct", "none", or an address such as smtp://user:secret@relay.example.com:587');
  return text;
}

/** Reads the name of an account, which stands in a file that a shell reads. @throws Error */
export function readName(text: string): string {
  if (!/^[^"$`\\\p{C}]{1,100}$/u.test(text.trim()))
    throw new Error('It must have 1 to 100 characters, and none of " $ ` \\');
  return text.trim();
}
