import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { openSmtp } from '../support/open-smtp.ts';

/** Links of a mail that are called by its reader. */
export interface Letter {
  opening: string | undefined;
  click: string | undefined;
  unsubscription: string | undefined;
}

export interface MailServer {
  url: string;
  /** Message-IDs that came more than once, and how many came at all. */
  readonly doubled: number;
  readonly taken: number;
  /** One of so many mails, since the last call. */
  letters(): Letter[];
  close(): Promise<void>;
}

/** Of so many mails one is read. */
const readOneOf = 40;
/** Of so many addresses one has a mailbox that is gone, and one a mailbox that is full for now. */
const goneOneOf = 200;
const fullOneOf = 300;

/** An SMTP server with mailboxes of which some are gone or full, whose readers read some of their mails. */
export async function startMailServer(): Promise<MailServer> {
  let letters: Letter[] = [];
  let taken = 0;
  let doubled = 0;
  /** Message-IDs of the last mails; a mail that comes twice does so soon. */
  let recent = new Set<string>();
  let before = new Set<string>();
  const note = (id: string) => {
    taken++;
    if (recent.has(id) || before.has(id)) doubled++;
    recent.add(id);
    if (recent.size < 200_000) return;
    before = recent;
    recent = new Set();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const number = Number(/\d+/.exec(address)?.[0] ?? 1);
      if (number % goneOneOf === 0) return done(refusal(550, '5.1.1 No such user here'));
      if (number % fullOneOf === 7 && Math.random() < 0.5) return done(refusal(452, '4.2.2 Mailbox full'));
      return done();
    },
    onData(stream, _session, done) {
      text(stream).then((raw) => {
        note(/^Message-ID: *(?:\r\n )?(<[^>]+>)/im.exec(raw)?.[1] ?? '');
        if (taken % readOneOf === 0) letters.push(linksOf(raw));
        done();
      }, done);
    },
  });
  const { url, close } = await openSmtp(server);
  return {
    url,
    close,
    get doubled() {
      return doubled;
    },
    get taken() {
      return taken;
    },
    letters: () => {
      const some = letters;
      letters = [];
      return some;
    },
  };
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

function linksOf(raw: string): Letter {
  const body = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const link = (pattern: RegExp) => pattern.exec(body)?.[1]?.replaceAll('&amp;', '&');
  return {
    opening: link(/<img[^>]+src="(https?:[^"]+)"/),
    click: link(/<a[^>]+href="(https?:[^"]+)"[^>]*>shop/),
    unsubscription: link(/<a[^>]+href="(https?:[^"]+)"[^>]*>leave/),
  };
}
