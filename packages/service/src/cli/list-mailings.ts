import type { MailingDetails } from '../administration/mailing-details.ts';
import type { MailingListing } from '../mailings/index.ts';
import { isMailingState, mailingStates } from '../mailings/index.ts';
import { printJson } from './json.ts';
import { administrate } from './operator.ts';
import type { DataOptions } from './options.ts';
import { printable } from './printable.ts';
import { textTable } from './text-table.ts';

export type ShowOptions = DataOptions & { account?: number; json?: boolean };
export type ListOptions = ShowOptions & { state: string[]; limit: number };

/** Lists the newest mailings. */
export async function listMailings({ account, state, limit, json, ...data }: ListOptions): Promise<void> {
  const states = state.map((name) => {
    if (isMailingState(name)) return name;
    throw new Error(`there is no state "${name}"; the states are: ${mailingStates.join(', ')}`);
  });
  const { mailings, total } = await administrate(data, 'latestMailings', { account, states, limit });
  if (json) printJson(mailings);
  else if (mailings.length > 0) console.log(mailingTable(mailings));
  if (total > mailings.length)
    console.error(`Shown are the newest ${mailings.length} of ${total} mailings; use --limit to show more.`);
  if (total === 0) console.error(states.length === 0 ? 'There are no mailings.' : 'No mailing matches.');
}

/** Shows one mailing. */
export async function showMailing(id: number, { account, json, ...data }: ShowOptions): Promise<void> {
  const details = await administrate(data, 'showMailing', { account, id });
  if (json) printJson(details);
  else console.log(detailLines(details));
}

function mailingTable(mailings: readonly MailingListing[]): string {
  const rows = mailings.map(({ id, name, type, state, subject, scheduled, changed }) => [
    String(id),
    shortened(name),
    type,
    state,
    shortened(subject),
    minute(scheduled),
    minute(changed),
  ]);
  return textTable([['ID', 'NAME', 'TYPE', 'STATE', 'SUBJECT', 'SCHEDULED', 'CHANGED'], ...rows]);
}

function detailLines(mailing: MailingDetails): string {
  const { id, name, type, state, sealed, missing, obstacles, recipients, checks, transitions, properties } = mailing;
  const lines: [string, string][] = [
    ['Mailing', `${id} ${printable(name)}`],
    ['Type', type],
    ['State', sealed ? `${state}, sealed` : `${state}, can be changed`],
    ['Subject', printable(mailing.subject)],
    ['Sender', printable([mailing.senderAlias, mailing.sender && `<${mailing.sender}>`].filter(Boolean).join(' '))],
    ['Preview text', printable(mailing.previewText ?? '')],
    ['HTML', `${mailing.htmlBytes} bytes`],
    ['Text', `${mailing.textBytes} bytes`],
    ['Editor', `version ${mailing.editorVersion}`],
    ['Attachments', String(mailing.attachments)],
    ['Target group', mailing.targetGroup === null ? '' : String(mailing.targetGroup)],
    ['Scheduled', minute(mailing.scheduled)],
    ['Created', minute(mailing.created)],
    ['Changed', `${minute(mailing.changed)}, content version ${mailing.contentVersion}`],
    ...properties.map(({ key, value }): [string, string] => ['Property', printable(`${key} = ${value}`)]),
    ['Recipients', recipients === null ? '' : `${recipients}, counted now`],
    ['Missing', missing.join(', ') || 'nothing'],
    ...obstacles.map(({ severity, message, remedy }): [string, string] => [
      severity === 'blocks' ? 'Obstacle' : 'Warning',
      printable(`${message} ${remedy}`),
    ]),
    ...checks.map(({ kind, state }): [string, string] => ['Check', `${kind}: ${state}`]),
    ...transitions.map(({ from, to, actor, reason, at }): [string, string] => [
      minute(at),
      `${from} → ${to} by ${actor}${reason === null ? '' : `: ${printable(reason)}`}`,
    ]),
  ];
  return textTable(
    lines.filter(([, value]) => value !== ''),
    { heading: false },
  );
}

const shortened = (text: string) => {
  const line = printable(text);
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
};

/** ISO 8601 to the minute, in UTC as all that is shown. */
const minute = (time: string | null) => time?.slice(0, 16).replace('T', ' ') ?? '';
