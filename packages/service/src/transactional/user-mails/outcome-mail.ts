import type { Account, users } from '../../account/index.ts';
import type { OutcomeKind, OutcomeReason, RecordedOutcome } from '../../outcomes/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { languageOf } from '../../platform/text/language.ts';
import { messagesOf } from '../../platform/text/messages.ts';
import { sendToUser } from './send-to-user.ts';

type Text<Values> = (values: Values) => string;
type Result = RecordedOutcome['result'];

interface Messages {
  /** What has happened, as a subject and as a sentence; forms and programs have no good end. Only sendouts are paused. */
  subject: Record<Result, Text<{ kind: string; name: string }>>;
  about: Record<Result, Text<{ kind: string; name: string; account: string }>>;
  counts: Record<string, Text<{ count: number }>>;
  because: string;
  reasons: Record<OutcomeReason['code'], string | Text<{ count: number }>>;
  step: Text<{ step: number; reason: string }>;
  senders: string;
  paused: string;
  choice: string;
  action: Text<{ kind: string }>;
}

const messages = messagesOf<Messages>('outcome-mails');

const pages: Record<OutcomeKind, string> = {
  import: 'imports',
  sendout: 'mailings',
  test: 'mailings',
  approval: 'mailings',
  form: 'forms',
  program: 'automation',
};

/** Numbers that a mail says, in this order. */
const counted = ['sent', 'skipped', 'new_contacts', 'existing_contacts'] as const;

/** Tells a user how work has ended, and why. In the caller's transaction. */
export async function sendOutcome(
  db: Db,
  account: Account,
  user: users.User,
  { kind, object_id, result, reasons, counts, name }: RecordedOutcome & { name: string },
  publicUrl: string,
): Promise<void> {
  const words = messages[languageOf(user.language)];
  const numbers = counted.flatMap((key) => (counts[key] ? words.counts[key]!({ count: counts[key] }) : []));
  const isForSenders = kind === 'sendout' && result === 'failed';
  await sendToUser(db, account, user, {
    subject: words.subject[result]({ kind, name }),
    lines: [
      words.about[result]({ kind, name, account: account.name }),
      ...(numbers.length > 0 ? [numbers.join(' ')] : []),
      ...(reasons.length > 0 ? [words.because] : []),
      ...reasons.map((reason) => `– ${sayReason(words, reason)}`),
      ...(result === 'paused' ? [words.paused] : []),
      isForSenders ? words.senders : words.choice,
    ],
    action: words.action({ kind }),
    link: `${publicUrl}/console/${pages[kind]}/${object_id}`,
  });
}

function sayReason({ reasons, step: inStep }: Messages, { code, count = 1, step }: OutcomeReason): string {
  const words = reasons[code];
  const reason = typeof words === 'string' ? words : words({ count });
  return step === undefined ? reason : inStep({ step: step + 1, reason });
}
