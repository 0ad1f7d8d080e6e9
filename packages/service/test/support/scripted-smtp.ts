import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * What the server does:
 * `calm` takes mails, `slow` takes its time for each reply, `busy` says 421 to whoever connects or goes on, `greylists`
 * puts off the first try for each recipient, `cuts` ends connections in the middle of a message, `forgets` takes a message
 * and ends the connection instead of saying so, `refuses` does not take connections.
 */
export type Mood = 'calm' | 'slow' | 'busy' | 'greylists' | 'cuts' | 'forgets' | 'refuses';

export interface ScriptedSmtp {
  url: string;
  /** Message-IDs of the mails that were taken, by recipient. */
  mails: Map<string, string[]>;
  /** How many mails were taken without saying so. */
  forgotten(): number;
  /** Changes the mood at once, and ends open connections when it is to refuse them. */
  become(mood: Mood): Promise<void>;
  /** Resolves when so many more mails were taken. */
  more(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds for each reply of a slow server. */
const slowMillis = 100;
const busy = '421 4.3.2 Too busy, come back later';

/** An SMTP server that does what servers in trouble do. */
export async function startScriptedSmtp(): Promise<ScriptedSmtp> {
  const mails: ScriptedSmtp['mails'] = new Map();
  const tried = new Set<string>();
  const arrivals = new EventEmitter().setMaxListeners(0);
  const sockets = new Set<Socket>();
  /** A function, for it changes while somebody waits. */
  let now: Mood = 'calm';
  const is = (mood: Mood) => now === mood;
  let taken = 0;
  let forgotten = 0;

  async function speak(socket: Socket): Promise<void> {
    const say = async (line: string) => {
      if (is('slow')) await new Promise((done) => setTimeout(done, slowMillis));
      socket.write(`${line}\r\n`);
    };
    if (is('busy')) return void socket.end(`${busy}\r\n`);
    await say('220 scripted ESMTP');
    let address = '';
    let message: string[] | undefined;
    for await (const line of createInterface(socket)) {
      if (message !== undefined) {
        if (is('cuts')) return void socket.destroy();
        if (line !== '.') {
          message.push(line);
          continue;
        }
        take(address, message);
        message = undefined;
        if (is('forgets')) {
          forgotten++;
          return void socket.destroy();
        }
        await say('250 2.0.0 Taken');
      } else if (is('busy')) return void socket.end(`${busy}\r\n`);
      else if (/^EHLO/i.test(line)) await say('250 scripted');
      else if (/^RCPT/i.test(line)) {
        address = /<(.*)>/.exec(line)![1]!;
        const puts = is('greylists') && !tried.has(address);
        tried.add(address);
        await say(puts ? '451 4.7.1 Greylisted, try again later' : '250 2.1.5 OK');
      } else if (/^DATA/i.test(line)) {
        message = [];
        await say('354 Go ahead');
      } else if (/^QUIT/i.test(line)) return void socket.end('221 Bye\r\n');
      else await say('250 2.0.0 OK');
    }
  }

  function take(address: string, message: string[]): void {
    const id = /^Message-ID: *(?:\n )?(<[^>]+>)/m.exec(message.join('\n'))![1]!;
    mails.set(address, [...(mails.get(address) ?? []), id]);
    taken++;
    arrivals.emit('mail');
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    speak(socket).catch(() => socket.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const leave = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    forgotten: () => forgotten,
    async become(next) {
      if (next === 'refuses' && server.listening) await leave();
      now = next;
      if (next !== 'refuses' && !server.listening) await listen(port);
    },
    async more(count) {
      const goal = taken + count;
      while (taken < goal) await once(arrivals, 'mail');
    },
    close: async () => {
      if (server.listening) await leave();
    },
  };
}
