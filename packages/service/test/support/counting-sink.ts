import { EventEmitter, once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { openSmtp } from './open-smtp.ts';

export interface CountingSink {
  url: string;
  /** Message-IDs of the mails that were taken, by recipient. */
  mails: Map<string, string[]>;
  /** Waits until so many mails were taken. */
  count(number: number): Promise<void>;
  close(): Promise<void>;
}

/** A real SMTP server that notes who got which mail, and nothing else. */
export async function countingSink(): Promise<CountingSink> {
  const mails: CountingSink['mails'] = new Map();
  const arrivals = new EventEmitter();
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      buffer(stream).then((raw) => {
        const { address } = envelope.rcptTo[0]!;
        const id = /^Message-ID: *(?:\r\n )?(<[^>]+>)/m.exec(raw.toString('latin1'))?.[1] ?? '';
        mails.set(address, [...(mails.get(address) ?? []), id]);
        taken++;
        done();
        arrivals.emit('mail');
      }, done);
    },
  });
  return {
    ...(await openSmtp(server)),
    mails,
    count: async (number) => {
      while (taken < number) await once(arrivals, 'mail');
    },
  };
}
