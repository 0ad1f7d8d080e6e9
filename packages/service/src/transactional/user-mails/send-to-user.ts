import type { Account, users } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { languageOf } from '../../platform/text/language.ts';
import { messagesOf } from '../../platform/text/messages.ts';
import { sendUserMail } from './send.ts';

const messages = messagesOf<{ hello: (values: { name: string }) => string }>('user-mails');

type Contents = Omit<Parameters<typeof sendUserMail>[3], 'language'>;

/** Sends a user a mail that greets by name, in the user's language. In the caller's transaction. */
export function sendToUser(db: Db, account: Account, user: users.User, mail: Contents): Promise<void> {
  const language = languageOf(user.language);
  const lines = [messages[language].hello({ name: user.name }), ...mail.lines];
  return sendUserMail(db, account, user, { ...mail, lines, language });
}
