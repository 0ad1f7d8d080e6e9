import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';

/** Dovecot of the system; undefined if there is none. */
export const dovecotPath = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find((path) => {
  try {
    execFileSync(path, ['--version']);
    return true;
  } catch {
    return false;
  }
});

/** Whether it also takes mails (Debian package dovecot-submissiond). */
export const hasSubmission = ['/usr/lib/dovecot', '/usr/local/libexec/dovecot'].some((directory) =>
  existsSync(join(directory, 'submission')),
);

export interface ImapServer {
  port: number;
  /** Where mails are submitted, if that was asked for. */
  submissionPort: number;
  /** Puts a mail into the inbox of "bounces". */
  put(mail: string): void;
  /** Number of mails in the inbox. */
  count(): number;
  close(): Promise<void>;
}

interface DovecotOptions {
  /** Where access tokens are introspected (RFC 7662); with it, they are the only way to sign in. */
  introspectionUrl?: string;
  /** Port on this machine to which submitted mails are relayed. */
  relayPort?: number;
  /** Password of all users. */
  password?: string;
  /** Files with a certificate and its key, in PEM; with them, connections are encrypted from the first byte on. */
  tls?: { cert: string; key: string };
}

/** Starts Dovecot with one mailbox, which belongs to every user; the usual one is "bounces" with the password "secret". */
export async function startDovecot(
  directory: string,
  { introspectionUrl, relayPort, password = 'secret', tls }: DovecotOptions = {},
): Promise<ImapServer> {
  const port = await freePort();
  const submissionPort = await freePort();
  const inbox = join(directory, 'mail');
  const folders = ['cur', 'new', 'tmp'].map((name) => join(inbox, name));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const { uid, gid, username } = userInfo();
  // Dovecot gives no mail to root.
  const owner = uid === 0 ? { uid: 65534, gid: 65534 } : { uid, gid };
  for (const path of [inbox, ...folders]) {
    chmodSync(path, 0o777);
    if (uid === 0) chownSync(path, owner.uid, owner.gid);
  }
  const config = join(directory, 'dovecot.conf');
  const users = uid === 0 ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  writeFileSync(
    config,
    `protocols = imap${relayPort === undefined ? '' : ' submission'}
listen = 127.0.0.1
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/log
${tls === undefined ? 'ssl = no' : `ssl = required\nssl_cert = <${tls.cert}\nssl_key = <${tls.key}`}
disable_plaintext_auth = no
mail_location = maildir:${inbox}
first_valid_uid = 1
first_valid_gid = 1
${users}${introspectionUrl === undefined ? passwords(password) : tokens(directory, introspectionUrl)}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${directory}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${tls === undefined ? port : 0}
  }
  inet_listener imaps {
    port = ${tls === undefined ? 0 : port}
  }
}
service anvil {
  chroot =
}
${relayPort === undefined ? '' : submission(submissionPort, relayPort)}`,
  );
  chmodSync(directory, 0o777);
  const process = spawn(dovecotPath!, ['-F', '-c', config], { stdio: 'ignore' });
  const at = { port, host: '127.0.0.1' };
  const open = () => (tls === undefined ? connect(at) : connectTls({ ...at, rejectUnauthorized: false }));
  await waitUntilOpen(open, process);
  let mails = 0;
  return {
    port,
    submissionPort,
    put(mail) {
      const name = `${Date.now()}.${++mails}.test`;
      const path = join(inbox, 'tmp', name);
      writeFileSync(path, mail);
      if (uid === 0) chownSync(path, owner.uid, owner.gid);
      renameSync(path, join(inbox, 'new', name));
    },
    count: () => ['cur', 'new'].flatMap((name) => readdirSync(join(inbox, name))).length,
    async close() {
      const exit = once(process, 'exit');
      process.kill();
      await exit;
    },
  };
}

const passwords = (password: string) => `passdb {
  driver = static
  args = password=${password}
}`;

function tokens(directory: string, introspectionUrl: string): string {
  const file = join(directory, 'oauth2.conf');
  writeFileSync(
    file,
    `introspection_mode = post
introspection_url = ${introspectionUrl}
username_attribute = username
active_attribute = active
active_value = true
`,
  );
  return `auth_mechanisms = oauthbearer xoauth2
passdb {
  driver = oauth2
  mechanisms = oauthbearer xoauth2
  args = ${file}
}`;
}

const submission = (port: number, relayPort: number) => `hostname = submission.example
submission_relay_host = 127.0.0.1
submission_relay_port = ${relayPort}
service submission-login {
  chroot =
  inet_listener submission {
    port = ${port}
  }
}
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntilOpen(open: () => Socket, process: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (process.exitCode !== null) throw new Error(`Dovecot ended with ${process.exitCode}`);
    const socket = open();
    const isOpen = await once(socket, 'data').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Dovecot does not answer');
}

/** Passes connections on to a port, and cuts them when it is told to. */
export async function startCuttable(target: number): Promise<{ port: number; cut(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
