import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface Postfix {
  url: string;
  /** What it has logged so far. */
  log(): string;
  close(): Promise<void>;
}

/** Why there is no Postfix here; undefined where there is one. */
export const withoutPostfix =
  process.getuid?.() !== 0
    ? 'only root may start Postfix'
    : existsSync('/usr/sbin/postfix')
      ? undefined
      : 'the Debian package postfix is not installed';

/** Seconds for which a mail is tried, short enough for a test. */
const queueSeconds = 5;

/**
 * A Postfix of its own (configuration, queue, port) that relays what comes from this machine to a port. It tries mails for a
 * few seconds, and tells senders of delays after one.
 * @param commands `postconf` commands that set it up further
 */
export async function startPostfix(relayPort: number, commands: string): Promise<Postfix> {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-postfix-'));
  chmodSync(directory, 0o755);
  const port = await freePort();
  const place = (name: string) => join(directory, name);
  for (const name of ['config', 'queue', 'data']) mkdirSync(place(name));
  execFileSync('chown', ['postfix', place('data')]);
  writeFileSync(place('config/main.cf'), settings(place, relayPort));
  writeFileSync(place('config/master.cf'), services(port));
  execFileSync('sh', ['-ec', `postconf() { /usr/sbin/postconf -c "$0" "$@"; }\n${commands}`, place('config')]);
  const keeper = spawn('sh', ['-c', keeping, place('config')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const log = () => (existsSync(place('log')) ? readFileSync(place('log'), 'utf8') : '');
  const [said] = await once(keeper.stdout, 'data');
  if (!String(said).startsWith('started')) throw new Error(`Postfix does not start: ${log()}`);
  return {
    url: `smtp://127.0.0.1:${port}`,
    log,
    async close() {
      keeper.stdin.end();
      await once(keeper, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Runs it for as long as the standard input is open, so that it goes away with the tests however they end. */
const keeping = `if /usr/sbin/postfix -c "$0" start >/dev/null 2>&1; then echo started; else echo failed; fi
read _
/usr/sbin/postfix -c "$0" stop >/dev/null 2>&1`;

function settings(place: (name: string) => string, port: number): string {
  const values = {
    compatibility_level: '3.6',
    queue_directory: place('queue'),
    data_directory: place('data'),
    maillog_file: place('log'),
    maillog_file_prefixes: place('log'),
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'mx.relay.example',
    mydestination: '',
    local_transport: 'error:no mailboxes here',
    alias_maps: '',
    local_recipient_maps: '',
    mynetworks: '127.0.0.0/8',
    smtpd_relay_restrictions: 'permit_mynetworks,reject',
    smtpd_peername_lookup: 'no',
    smtp_dns_support_level: 'disabled',
    smtp_host_lookup: 'native',
    relayhost: `[127.0.0.1]:${port}`,
    smtp_tls_security_level: 'may',
    smtputf8_enable: 'yes',
    queue_run_delay: '1s',
    minimal_backoff_time: '1s',
    maximal_backoff_time: '1s',
    maximal_queue_lifetime: `${queueSeconds}s`,
    bounce_queue_lifetime: `${queueSeconds}s`,
    delay_warning_time: '1s',
    default_destination_concurrency_failed_cohort_limit: '0',
  };
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

/** Without chroot, which would need copies of system files. */
const services = (port: number) => `127.0.0.1:${port} inet n - n - - smtpd
pickup    unix  n  -  n  60  1  pickup
cleanup   unix  n  -  n  -   0  cleanup
qmgr      unix  n  -  n  1   1  qmgr
rewrite   unix  -  -  n  -   -  trivial-rewrite
bounce    unix  -  -  n  -   0  bounce
defer     unix  -  -  n  -   0  bounce
trace     unix  -  -  n  -   0  bounce
verify    unix  -  -  n  -   1  verify
flush     unix  n  -  n  1000? 0 flush
proxymap  unix  -  -  n  -   -  proxymap
smtp      unix  -  -  n  -   -  smtp
error     unix  -  -  n  -   -  error
retry     unix  -  -  n  -   -  error
discard   unix  -  -  n  -   -  discard
anvil     unix  -  -  n  -   1  anvil
scache    unix  -  -  n  -   1  scache
tlsmgr    unix  -  -  n  1000? 1 tlsmgr
postlog   unix-dgram n - n - 1  postlogd
`;
