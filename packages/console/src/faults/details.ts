import { type Say, type Words, words } from '../words.ts';
import { findings } from './findings.ts';
import { knownSentences } from './sentences.ts';

/** What the console says for the details of something that stands in the way of a mailing, a form or a program. */
const details = knownSentences(
  [],
  [
    [/^No relay takes mails at the moment\.$/, words('The mail server takes no mails at the moment.')],
    [/^The link (?<link>\[\[.*\]\]) in the html is missing\.$/, words('The HTML does not have {link}.')],
    [/^The link (?<link>\[\[.*\]\]) in the text is missing\.$/, words('The text does not have {link}.')],
    [
      /^(?<address>\S+) cannot be the sender: the domain (?<domain>\S+) belongs to another account\./,
      words(
        '{domain} belongs to another account, so {address} cannot be the sender. Use an address of a domain of yours, or prove that the domain is yours.',
      ),
    ],
    [
      /^The directory of --dkim-keys has no key for (?<domain>\S+), so/,
      words('There is no key to sign mails of {domain} with. Ask whoever runs this server to create one.'),
    ],
    [
      /^Mails from (?<address>\S+) are not signed, because the domain does not belong to the account\./,
      words(
        'Mails from {address} are not signed, because the domain does not belong to this account. Ask whoever runs this server to give it to you.',
      ),
    ],
    [
      /^No double-opt-in mailing has the key "(?<key>.*)", so nobody can confirm\.$/s,
      words('No confirmation mailing has the key “{key}”.'),
    ],
    [
      /^The confirmation mailing "(?<name>.*)" is not active, so nobody can confirm\.$/s,
      words('The confirmation mailing “{name}” is not active.'),
    ],
    [
      /^Step (?<position>\d+) sends mailing (?<id>\d+), which does not exist\.$/,
      words('Step {position} sends the mailing {id}, which does not exist any more.'),
    ],
    [
      /^Step (?<position>\d+) sends the mailing "(?<name>.*)", which is not active\.$/s,
      words('Step {position} sends the mailing “{name}”, which is not active.'),
    ],
    [
      /^Sample contacts are among the recipients: (?<samples>\d+) of (?<count>\d+)\.$/,
      words(
        '{samples, plural, one {# of {count, number} is a sample contact} other {# of {count, number} are sample contacts}}, whose mails nobody reads.',
      ),
    ],
    [/^No relay takes mails at the moment: (?<reason>.*)\.$/s, words('The mail server says: {reason}.')],
  ],
);

/** Contents of a mailing by the names that findings give them. */
const places: Record<string, Words> = {
  subject: words('Subject'),
  senderalias: words('Sender name'),
  recipientalias: words('Recipient name'),
  previewtext: words('Preview text'),
  html: words('HTML'),
  amp: words('AMP'),
  text: words('Text'),
};

/** Says the details of an obstacle, with the place that comes first in them. What the console has no words for is quoted. */
export function sayDetail(say: Say, message: string): string {
  const whole = sayKnown(say, message);
  if (whole !== undefined) return whole;
  const { place = '', rest = '' } = /^(?<place>[^:]+): (?<rest>.+)$/s.exec(message)?.groups ?? {};
  const finding = sayKnown(say, rest);
  if (finding === undefined) return message;
  const known = Object.hasOwn(places, place) ? places[place] : undefined;
  return say('{place}: {finding}', { place: known === undefined ? place : say(known), finding });
}

const sayKnown = (say: Say, sentence: string): string | undefined =>
  details.say(say, sentence) ?? findings.say(say, sentence);
