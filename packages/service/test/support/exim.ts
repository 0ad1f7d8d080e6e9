import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { freePort } from './free-port.ts';

/** Debian's exim4-daemon-light and libnss-wrapper, unpacked by .ci/run: installed, Exim would replace Postfix. */
const unpacked = fileURLToPath(new URL('../../../../node_modules/.cache/exim', import.meta.url));
const program = join(unpacked, 'usr/sbin/exim4');

/** Why there is no Exim here; undefined where there is one. */
export const withoutExim =
  process.getuid?.() !== 0
    ? 'only root may start Exim'
    : existsSync(program)
      ? undefined
      : 'the Debian package exim4-daemon-light is not unpacked, see .ci/run';

export interface Exim {
  url: string;
  /** Certificate that a client has to trust. */
  cert: string;
  /** What it has logged so far. */
  log(): string;
  close(): Promise<void>;
}

/** Exim changes to a user of this name, which need not exist: a library answers for the system. */
const user = { name: 'Debian-exim', id: 64100 };

/**
 * An Exim of its own (configuration, queue, port) that takes mails from those who sign in over TLS with `sender` and `secret`,
 * and discards them. It refuses `gone@` with 550 and `later@` with 451.
 */
export async function startExim(): Promise<Exim> {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-exim-'));
  chmodSync(directory, 0o755);
  const { cert, key } = await ownIdentity(join(directory, 'tls'));
  const place = (name: string) => join(directory, name);
  for (const name of ['spool', 'log']) {
    mkdirSync(place(name));
    chownSync(place(name), user.id, user.id);
  }
  writeFileSync(place('cert.pem'), cert);
  writeFileSync(place('key.pem'), key);
  chownSync(place('key.pem'), user.id, user.id);
  writeFileSync(
    place('passwd'),
    `${readFileSync('/etc/passwd', 'utf8')}${user.name}:x:${user.id}:${user.id}::/:/bin/false\n`,
  );
  writeFileSync(place('group'), `${readFileSync('/etc/group', 'utf8')}${user.name}:x:${user.id}:\n`);
  const port = await freePort();
  writeFileSync(place('exim.conf'), configuration(place, port));
  const child = spawn(program, ['-C', place('exim.conf'), '-bdf', '-q1m'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      LD_PRELOAD: join(unpacked, 'usr/lib', libraryFolder(), 'libnss_wrapper.so'),
      NSS_WRAPPER_PASSWD: place('passwd'),
      NSS_WRAPPER_GROUP: place('group'),
    },
  });
  const log = () => (existsSync(place('log/main')) ? readFileSync(place('log/main'), 'utf8') : '');
  await listening(port, () => child.exitCode !== null).catch(() => {
    throw new Error(`Exim does not start: ${log()}`);
  });
  return {
    url: `smtp://sender:secret@localhost:${port}?name=news.example.com`,
    cert,
    log,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const libraryFolder = () => (process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu');

async function listening(port: number, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const found = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (found) return;
    if (hasEnded()) throw new Error('it has ended');
    await setTimeout(20);
  }
}

const configuration = (place: (name: string) => string, port: number) => `
exim_user = ${user.name}
exim_group = ${user.name}
primary_hostname = mx.exim.example
spool_directory = ${place('spool')}
log_file_path = ${place('log')}/%s
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
disable_ipv6
tls_advertise_hosts = *
tls_certificate = ${place('cert.pem')}
tls_privatekey = ${place('key.pem')}
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
smtputf8_advertise_hosts = *
pipelining_advertise_hosts = *
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_data

begin acl
acl_rcpt:
  deny    message = 5.1.1 No such user
          local_parts = gone
  defer   message = 4.3.0 Try again later
          local_parts = later
  accept  authenticated = *
  deny    message = 5.7.1 Relaying denied
acl_data:
  accept

begin routers
discard:
  driver = redirect
  data = :blackhole:

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{sender}}{eq{$auth3}{secret}}}}
  server_set_id = $auth2
`;
