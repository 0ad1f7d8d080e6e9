import type { Client } from '@mailwright/client';
import { badge } from '../../components/figures.ts';
import { postForm } from '../../components/forms.ts';
import { findings } from '../../faults/findings.ts';
import { type Content, html } from '../../html.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';

type Checks = Client['mailingChecks'];
type Mailing = { mailingid: number };

interface Result {
  state: 'success' | 'warning' | 'failed';
  findings?: readonly { severity: string; message: string; location?: string | undefined }[] | undefined;
}

interface Check {
  label: Words;
  /** Whether only newsletters have it. */
  regular?: true;
  start(checks: Checks, of: Mailing): PromiseLike<unknown>;
  read(
    checks: Checks,
    of: Mailing,
  ): PromiseLike<{ ok: true; data: Result } | { ok: false; status: number; error: Error }>;
}

/** Checks that need nothing but the mailing. */
const all: readonly Check[] = [
  {
    label: words('Subject and legal requirements'),
    start: (checks, of) => checks.startAttention(of),
    read: (checks, of) => checks.getAttention(of),
  },
  { label: words('Links'), start: (checks, of) => checks.startLink(of), read: (checks, of) => checks.getLink(of) },
  { label: words('Images'), start: (checks, of) => checks.startImage(of), read: (checks, of) => checks.getImage(of) },
  {
    label: words('Personalization'),
    regular: true,
    start: (checks, of) => checks.startPersonalization(of),
    read: (checks, of) => checks.getPersonalization(of),
  },
  {
    label: words('Spam filters'),
    start: (checks, of) => checks.startSpam(of),
    read: (checks, of) => checks.getSpam(of),
  },
  {
    label: words('Display in mail apps'),
    start: (checks, of) => checks.startDisplay(of),
    read: (checks, of) => checks.getDisplay(of),
  },
  {
    label: words('Size'),
    start: (checks, of) => checks.startMessageSize(of),
    read: (checks, of) => checks.getMessageSize(of),
  },
];

const verdicts = {
  success: [words('Good'), 'good'],
  warning: [words('Review'), 'busy'],
  failed: [words('Failed'), 'bad'],
} as const;

type Checked = Awaited<ReturnType<typeof readChecks>>;

/** Reads the result of each check for the contents as they are. */
export const readChecks = ({ client }: Visit, mailingid: number, isRegular: boolean) =>
  Promise.all(
    all
      .filter(({ regular }) => isRegular || !regular)
      .map(async ({ label, read }) => ({ label, result: await read(client.mailingChecks, { mailingid }) })),
  );

/** Reports whether the person has just started the checks, and results are still missing. */
export const areRunning = ({ query }: Visit, checks: Checked): boolean =>
  query.get('done') === 'checking' && checks.some(({ result }) => !result.ok);

/** The checks of a mailing as a list to work off. */
export function checkList(visit: Visit, mailingid: number, checks: Checked): Content {
  const { say } = visit;
  const isRunning = areRunning(visit, checks);
  const item = ({ label, result }: Checked[number]) => {
    if (!result.ok && result.status !== 404) throw result.error;
    if (!result.ok) return html`<li><div class="row"><span>${say(label)}</span>${badge(say('Not checked'))}</div></li>`;
    const [word, kind] = verdicts[result.data.state];
    const found = (result.data.findings ?? []).filter(({ severity }) => severity !== 'info').slice(0, 20);
    return html`<li><div class="row"><span>${say(label)}</span>${badge(say(word), kind)}</div>${found.length > 0 && html`<ul class="findings">${found.map(({ message, location }) => html`<li>${findings.say(say, message) ?? message}${location && html` <small>${location}</small>`}</li>`)}</ul>`}</li>`;
  };
  return html`<ul class="steps" id="checks"${isRunning && html` data-refresh="4"`}>${checks.map(item)}</ul>${postForm(visit, `/console/mailings/${mailingid}/checks`, html`<p><button class="quiet">${say('Check now')}</button></p>`)}`;
}

/** Starts all checks. One that runs already, or that does not apply, is left alone. */
export async function startChecks({ client, params }: Visit): Promise<Response> {
  const of = { mailingid: Number(params.id) };
  await Promise.all(all.map(({ start }) => start(client.mailingChecks, of)));
  return redirect(`/console/mailings/${of.mailingid}?done=checking`);
}
