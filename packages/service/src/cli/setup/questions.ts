import { parseEmail } from '../../platform/text/email.ts';
import { readDatabase, readDomain, readName, readRelay, type SetupAnswers } from './plan.ts';

/** A question of `mailwright setup`, by the answer that it asks for. */
export interface SetupQuestion<Name extends keyof SetupAnswers = keyof SetupAnswers> {
  name: Name;
  text: string;
  /** What an empty answer means. */
  usual?: string;
  read(text: string): SetupAnswers[Name];
}

export const questions: readonly SetupQuestion[] = [
  { name: 'domain', text: 'Host name of this server, such as news.example.com', read: readDomain },
  { name: 'email', text: 'Your email address', read: readAddress },
  {
    name: 'tls',
    text: 'Certificate: "acme" if the service is to order it, "proxy" if a proxy before the service has one',
    usual: 'acme',
    read: readTls,
  },
  { name: 'database', text: 'Database: "embedded", or postgres://…', usual: 'embedded', read: readDatabase },
  {
    name: 'relay',
    text: 'Mails leave through: smtp://user:secret@host:587, "direct" for the mail server of this machine, or "none"',
    usual: 'none',
    read: readRelay,
  },
  { name: 'name', text: 'Name of the first account, whose administrator you become', usual: 'Main', read: readName },
];

export function readAddress(text: string): string {
  const email = parseEmail(text.trim());
  if (email === undefined) throw new Error('It must be an email address such as ada@example.org');
  return email.address;
}

function readTls(text: string): 'acme' | 'proxy' {
  if (text !== 'acme' && text !== 'proxy') throw new Error('It must be "acme" or "proxy"');
  return text;
}

/** Asks until there is an answer that can be used. */
export async function askQuestion(
  ask: (text: string) => Promise<string>,
  { text, usual, read }: SetupQuestion,
  tell: (line: string) => void,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`${text}${usual === undefined ? '' : ` [${usual}]`}: `)).trim();
    try {
      return read(answer === '' && usual !== undefined ? usual : answer);
    } catch (error) {
      tell(`${(error as Error).message}.`);
    }
  }
}
