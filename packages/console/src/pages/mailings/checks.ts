import type { Client } from '@mailwright/client';
import { badge } from '../../components/figures.ts';
import { postForm } from '../../components/forms.ts';
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
  start(checks: Checks, of: Mailing): PromiseLike<unknown>;
  read(
    checks: Checks,
    of: Mailing,
  ): PromiseLike<{ ok: true; data: Result } | { ok: false; status: number; error: Error }>;
}

/** Checks that need nothing but the mailing. */
const all: readonly Check[] = [
  {
    label: words('Attention and legal parts'),
    start: (checks, of) => checks.startAttention(of),
    read: (checks, of) => checks.getAttention(of),
  },
  { label: words('Links'), start: (checks, of) => checks.startLink(of), read: (checks, of) => checks.getLink(of) },
  { label: words('Images'), start: (checks, of) => checks.startImage(of), read: (checks, of) => checks.getImage(of) },
  {
    label: words('Personalization'),
    start: (checks, of) => checks.startPersonalization(of),
    read: (checks, of) => checks.getPersonalization(of),
  },
  {
    label: words('Spam filters'),
    start: (checks, of) => checks.startSpam(of),
    read: (checks, of) => checks.getSpam(of),
  },
  {
    label: words('Display in mail programs'),
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
  warning: [words('To look at'), 'busy'],
  failed: [words('Failed'), 'bad'],
} as const;

/** The checks of a mailing as a list to work off. */
export async function checkList(visit: Visit, mailingid: number): Promise<Content> {
  const { say } = visit;
  const results = await Promise.all(
    all.map(async ({ label, read }) => ({ label, result: await read(visit.client.mailingChecks, { mailingid }) })),
  );
  const isRunning = visit.query.get('done') === 'checking' && results.some(({ result }) => !result.ok);
  const item = ({ label, result }: (typeof results)[number]) => {
    if (!result.ok && result.status !== 404) throw result.error;
    if (!result.ok) return html`<li><div class="row"><span>${say(label)}</span>${badge(say('Not checked'))}</div></li>`;
    const [word, kind] = verdicts[result.data.state];
    const findings = (result.data.findings ?? []).filter(({ severity }) => severity !== 'info').slice(0, 20);
    return html`<li><div class="row"><span>${say(label)}</span>${badge(say(word), kind)}</div>${findings.length > 0 && html`<ul class="findings">${findings.map(({ message, location }) => html`<li>${message}${location && html` <small>${location}</small>`}</li>`)}</ul>`}</li>`;
  };
  return html`<ul class="steps" id="checks"${isRunning && html` data-refresh="4"`}>${results.map(item)}</ul>${postForm(visit, `/console/mailings/${mailingid}/checks`, html`<p><button class="quiet">${say('Check now')}</button></p>`)}`;
}

/** Starts all checks. One that runs already, or that does not apply, is left alone. */
export async function startChecks({ client, params }: Visit): Promise<Response> {
  const of = { mailingid: Number(params.id) };
  await Promise.all(all.map(({ start }) => start(client.mailingChecks, of)));
  return redirect(`/console/mailings/${of.mailingid}?done=checking`);
}
