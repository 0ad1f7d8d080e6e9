import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Dovecot of the system; undefined if there is none. */
export const dovecotPath = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find((path) => {
  try {
    execFileSync(path, ['--version']);
    return true;
  } catch {
    return false;
  }
});

export interface ImapServer {
  port: number;
  /** Puts a mail into the inbox of "bounces". */
  put(mail: string): void;
  /** Number of mails in the inbox. */
  count(): number;
  close(): Promise<void>;
}

/** Starts Dovecot with the user "bounces", whose password is "secret". */
export async function startDovecot(directory: string): Promise<ImapServer> {
  const port = await freePort();
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
    `protocols = imap
listen = 127.0.0.1
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${inbox}
first_valid_uid = 1
first_valid_gid = 1
${users}passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${directory}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`,
  );
  chmodSync(directory, 0o777);
  const process = spawn(dovecotPath!, ['-F', '-c', config], { stdio: 'ignore' });
  await waitUntilOpen(port, process);
  let mails = 0;
  return {
    port,
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntilOpen(port: number, process: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (process.exitCode !== null) throw new Error(`Dovecot ended with ${process.exitCode}`);
    const socket = connect(port, '127.0.0.1');
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
