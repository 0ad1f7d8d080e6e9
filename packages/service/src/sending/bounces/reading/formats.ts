import type { Notice } from './notice.ts';

/** How a kind of mail server begins a notification in words. */
interface Format {
  sender: string;
  opening: RegExp;
}

const anyServer: Format = {
  sender: 'any server',
  opening:
    /undeliver(?:able|ed)|(?:could|can) ?not be delivered|(?:delivery|message|mail) (?:has )?failed|failed to deliver|unable to deliver|not (?:yet )?been (?:yet )?delivered|not delivered to|delivery (?:failure|error|problem)|trouble delivering|mailbox (?:exceeds|is full)|error occurred while (?:trying|attempting) to (?:deliver|send)|returned (?:mail|to sender)|[45]\d\d[ -][45]\.\d\.\d|not able to be delivered|message was not delivered|wurde nicht zugestellt|n'a pas pu être|no ha podido|automatically generated delivery status|recipients? was aborted|недоставлен|не может быть доставлен|配信|送信できません|配送できません/i,
};

/** Notifications without a report for machines, by the servers that write them. The words are matched in the first lines. */
const formats: readonly Format[] = [
  {
    sender: 'Exim',
    opening:
      /created automatically by mail delivery (?:software|system)|recipient addresses that were\s+incorrectly constructed|could not be delivered to (?:one or more|all) of/i,
  },
  {
    sender: 'qmail',
    opening:
      /this is the (?:\S+ )?qmail|qmail-send|wasn't able to deliver your message|permanent error; i've given up|failed to deliver a message/i,
  },
  {
    sender: 'Postfix',
    opening:
      /this is the (?:postfix program|mail system|\S+ program|\S+ mail system) at host|sorry to have to inform you that (?:the|your) message/i,
  },
  {
    sender: 'Sendmail',
    opening:
      /--\s{0,9}(?:the following addresses had|transcript of (?:the )?session)|the original message was received at/i,
  },
  {
    sender: 'Courier',
    opening:
      /delivery report about a message|this is a delivery status notification from|this message was created automatically.{0,200}courier|undeliverable message.{0,40}courier/is,
  },
  {
    sender: 'OpenSMTPD and DragonFly',
    opening: /this is the (?:mailer-daemon|dragonfly mail agent)|there was an error delivering your mail/i,
  },
  {
    sender: 'Exchange and Outlook',
    opening:
      /did not reach (?:some or all of|the following|its|the) |delivery (?:has )?failed to (?:these|the following) recipients|couldn't be delivered|your message to \S+ (?:couldn't|could not) be delivered|the following recipient\(s\) (?:could not|cannot) be reached|unzustellbar|non remis|no se pudo entregar/i,
  },
  {
    sender: 'Domino and Notes',
    opening: /---\s{0,9}failure reasons?|your (?:document|message):?[\s\S]{0,200}was not delivered to/i,
  },
  {
    sender: 'Gmail and Google Groups',
    opening:
      /delivery to the following recipients? (?:failed|has been delayed)|technical details of (?:permanent|temporary) failure|wasn't delivered to|google groups|groups\.google\.com/i,
  },
  {
    sender: 'Yahoo, AOL and Verizon',
    opening:
      /we were unable to deliver your message|unable to deliver (?:your )?message|message could not be delivered to mobile|error: invalid (?:recipient|user)/i,
  },
  { sender: 'Dovecot', opening: /your message to <[^<>\s]{1,320}> was automatically rejected/i },
  {
    sender: 'gateways',
    opening:
      /(?:not|n't) (?:be )?delivered to(?: (?:the|this) [\w() ]{1,40})?:?\s{1,9}(?:"[^"\n]{1,80}" )?["<]?[^\s@"<]{1,64}@|---\s{0,9}failed (?:recipients|addresses)|non-?delivery report/i,
  },
  {
    sender: 'mail filters',
    opening:
      /had (?:delivery problems|delivery errors|permanent fatal errors)|following addresse?s had|rejected by a remote\s+mail server|---\s{0,9}server message|<<<\s*[45]\d\d/i,
  },
  { sender: 'mailing lists', opening: /you are not (?:a )?(?:member|subscribed)|not members? of this/i },
  anyServer,
];

const daemon =
  /mailer.?daemon|post_?master|smtp[_ -]?(?:mail|service|gateway)|mail ?deliver|delivery (?:sub)?system|system administrator|mail ?server|mail administrator|mdaemon|listserv|majordomo|-admin@|bounce/i;
/** Senders that no newsletter has; lists pass on what these write. */
const ownDaemon = /mailer.?daemon|post_?master|mail ?deliver|mdaemon|<\s*>/i;
const failureSubject =
  /(?:un|non-?)deliver|delivery (?:status|fail|error|notif|report|problem|has)|deliver.{0,20}(?:fail|delay|unsuccessful)|fail(?:ure|ed).{0,12}(?:notice|deliver|mail)|(?:mail|message) (?:has )?(?:failed|bounced)|return(?:ed|ing) (?:mail|message|to sender)|mail (?:system error|delivery|failure|error)|message (?:delayed|delivery|undeliverable|status)|warning: message|could not (?:send|be delivered)|not delivered|error sending|(?:user|recipient|address) unknown|unknown (?:user|recipient|address)|non remis|unzustellbar|не доставлено|not member/i;

/** Reports whether a mail server wrote the mail, as its headers tell. */
export const isFromServer = ({ from, headers }: Notice): boolean =>
  daemon.test(from) ||
  /<\s*>/.test(from) ||
  headers.has('x-failed-recipients') ||
  /report-type="?delivery-status/i.test(headers.get('content-type') ?? '');

/** Returns whose notification a mail is, or `undefined` if it is none. Its words alone are not enough: people quote them. */
export function findFormat(notice: Notice): string | undefined {
  const { headers, subject, text, from } = notice;
  if (headers.has('list-unsubscribe') && !ownDaemon.test(from)) return undefined;
  const isServer = isFromServer(notice) || headers.get('return-path')?.trim() === '<>';
  if (!isServer && !failureSubject.test(subject)) return undefined;
  // A person who forwards a notification has text of their own, and quotes with ">".
  if (/^(?:>|-+ ?forwarded message|begin forwarded message)/im.test(text.slice(0, 500)) && !isServer) return undefined;
  const opening = text.slice(0, 6000);
  const told = formats.find(({ opening: words }) => words.test(opening));
  // Words that any server uses are used by people too.
  if (told !== undefined) return told === anyServer && !isServer ? undefined : told.sender;
  const tells = failureSubject.test(subject) ? anyAddress : addressOfEntry;
  return isServer && tells.test(opening) ? anyServer.sender : undefined;
}

/** A server of an unknown make names an address below a subject that tells of a failure, or begins an entry with one. */
const anyAddress = /[^\s@<>"]{1,64}@[\w.-]{1,255}/;
const addressOfEntry = /^[ \t]{0,9}<[^<>\s@]{1,64}@[^<>\s]{1,255}>:[ \t]*$/m;

/** Reports whether the server goes on trying (RFC 3464 says `delayed`): such a notice is no bounce. */
export const isDelay = ({ text, subject }: Notice): boolean =>
  /this is a warning|warning message only|will (?:be retried|keep trying|continue to (?:try|be))|only a temporary failure|has been delayed|has not yet been delivered|is delayed for more than|no need to resend|do not need to re-?send|delivery attempts will continue/i.test(
    text,
  ) ||
  /\bdelay(?:ed)?\b/i.test(subject) ||
  // MDaemon warns of what it has given up, too.
  (/^warning: /i.test(subject) &&
    !/unknown/i.test(subject) &&
    !/\bpermanent\b|removed from the (?:mail )?queue/i.test(text));

/** Returns the part of a notification that says why: what follows the server's preamble, as far as it is told apart. */
export function cutPreamble(text: string): string {
  const starts = [
    /remote host said:|remote server returned|error that the other server returned was:?|said:(?=\s*[45]\d\d)/i,
    /--[ \t]{0,9}transcript of (?:the )?session[^\n]*/i,
    /for the following reasons?:|reason:|failure reasons?|server message|smtp error from remote/i,
    /<[^<>\s]{1,320}>:|^[ \t]{1,20}[^\s@]{1,64}@\S{1,255}[ \t]{0,20}$|list of recipients:|error delivering your mail to/im,
    /(?:address(?:\(es\))?|recipients?(?:\(s\))?|destinations?)[^\n]{0,60}:?[ \t]{0,9}\r?\n/i,
  ];
  for (const start of starts) {
    const found = start.exec(text);
    if (found && text.length - found.index > 20) return text.slice(found.index);
  }
  return text;
}
