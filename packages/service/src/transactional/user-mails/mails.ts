import { type Account, users } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type Language, languageOf } from '../../platform/text/language.ts';
import { messagesOf } from '../../platform/text/messages.ts';
import { sendToUser } from './send-to-user.ts';

type User = users.User;
type Message<Values> = (values: Values) => string;

interface Mail<Values> {
  subject: Message<Values>;
  about: Message<Values>;
  note: string;
  action: string;
}

interface Messages {
  invitation: Mail<{ account: string; role: string }>;
  reset: Mail<{ account: string }>;
  codes: Mail<{ account: string }>;
  'sign-off': Mail<{ account: string; mailing: string; asker: string; recipients: number; above: number }>;
  limit: Omit<Mail<{ account: string; actor: string; before: string; after: string }>, 'note'> & {
    none: string;
    note: Message<{ actor: string }>;
    operator: string;
    operatorNote: string;
  };
  notice: Omit<Mail<{ account: string; program: string; step: number; contacts: number }>, 'note' | 'action'> & {
    action: Message<{ contacts: number }>;
  };
  demand: { subject: Message<{ account: string }> } & Record<'on' | 'off', Message<{ account: string; actor: string }>>;
}

const messages = messagesOf<Messages>('user-mails');
const wordsOf = ({ language }: User): Messages & { language: Language } => {
  const known = languageOf(language);
  return { ...messages[known], language: known };
};

const passwordLink = async (db: Db, user: User, kind: 'invitation' | 'reset', publicUrl: string) =>
  `${publicUrl}/console/password?token=${await users.insertUserToken(db, user, kind)}`;

/** Sends a user a link with which to choose a first password. All of these work in the caller's transaction; the caller wakes the worker. */
export async function sendInvitation(db: Db, account: Account, user: User, publicUrl: string): Promise<void> {
  const { invitation } = wordsOf(user);
  const values = { account: account.name, role: user.role };
  await sendToUser(db, account, user, {
    subject: invitation.subject(values),
    lines: [invitation.about(values), invitation.note],
    action: invitation.action,
    link: await passwordLink(db, user, 'invitation', publicUrl),
  });
}

/** Sends a user a link with which to choose a new password. */
export async function sendReset(db: Db, account: Account, user: User, publicUrl: string): Promise<void> {
  const { reset } = wordsOf(user);
  const values = { account: account.name };
  await sendToUser(db, account, user, {
    subject: reset.subject(values),
    lines: [reset.about(values), reset.note],
    action: reset.action,
    link: await passwordLink(db, user, 'reset', publicUrl),
  });
}

/** Tells a user that somebody has entered the password and then too many wrong codes. */
export async function sendCodesWarning(db: Db, account: Account, user: User, publicUrl: string): Promise<void> {
  const { codes } = wordsOf(user);
  const values = { account: account.name };
  await sendToUser(db, account, user, {
    subject: codes.subject(values),
    lines: [codes.about(values), codes.note],
    action: codes.action,
    link: `${publicUrl}/console/forgotten`,
  });
}

/** Asks a user to sign a mailing off. */
export async function sendSignOffRequest(
  db: Db,
  account: Account,
  user: User,
  request: { mailing: { id: number; name: string }; asker: string; recipients: number; above: number },
  publicUrl: string,
): Promise<void> {
  const words = wordsOf(user)['sign-off'];
  const values = { ...request, account: account.name, mailing: request.mailing.name };
  await sendToUser(db, account, user, {
    subject: words.subject(values),
    lines: [words.about(values), words.note],
    action: words.action,
    link: `${publicUrl}/console/mailings/${request.mailing.id}`,
  });
}

interface LimitChange {
  /** Name of the user or key, or `null` for an operator of the service. */
  actor: string | null;
  before: number | null;
  after: number | null;
}

/** Tells an administrator that one person may send to more, or fewer, recipients from now on. */
export async function sendLimitChange(
  db: Db,
  account: Account,
  user: User,
  { actor, before, after }: LimitChange,
  publicUrl: string,
): Promise<void> {
  const { limit, language } = wordsOf(user);
  const show = (above: number | null) => above?.toLocaleString(language) ?? limit.none;
  const values = { account: account.name, actor: actor ?? limit.operator, before: show(before), after: show(after) };
  await sendToUser(db, account, user, {
    subject: limit.subject(values),
    lines: [limit.about(values), actor === null ? limit.operatorNote : limit.note({ actor })],
    action: limit.action,
    link: `${publicUrl}/console/settings#sign-off`,
  });
}

/** Tells an administrator that users need a second factor from now on, or need none. */
export async function sendFactorDemand(
  db: Db,
  account: Account,
  user: User,
  { actor, demanded }: { actor: string | null; demanded: boolean },
  publicUrl: string,
): Promise<void> {
  const { demand, limit } = wordsOf(user);
  const values = { account: account.name, actor: actor ?? limit.operator };
  await sendToUser(db, account, user, {
    subject: demand.subject(values),
    lines: [demand[demanded ? 'on' : 'off'](values), actor === null ? limit.operatorNote : limit.note({ actor })],
    action: limit.action,
    link: `${publicUrl}/console/settings#second-factor`,
  });
}

/** Tells a user that contacts have come to a step of an automation program. */
export async function sendProgramNotice(
  db: Db,
  account: Account,
  user: User,
  { program, step, contactIds }: { program: { id: number; name: string }; step: number; contactIds: readonly number[] },
  publicUrl: string,
): Promise<void> {
  const { notice } = wordsOf(user);
  const values = { account: account.name, program: program.name, step: step + 1, contacts: contactIds.length };
  const page = contactIds.length === 1 ? `contacts/${contactIds[0]}` : `automation/${program.id}`;
  await sendToUser(db, account, user, {
    subject: notice.subject(values),
    lines: [notice.about(values)],
    action: notice.action(values),
    link: `${publicUrl}/console/${page}`,
  });
}
