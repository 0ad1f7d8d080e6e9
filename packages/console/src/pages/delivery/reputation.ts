import { badge, facts, figures, section } from '../../components/figures.ts';
import { postForm, selectField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { empty, fault, hint } from '../../components/notice.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { asItIs, localDay } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { type Domain, type MailSource, planWords, policyWords, resultWords, sourceWords } from './reputation-words.ts';

const own = '/console/delivery/reputation';
const pageSize = 50;
const dayMillis = 86_400_000;

const spans: readonly (readonly [days: string, label: Words])[] = [
  ['7', words('The last 7 days')],
  ['30', words('The last 30 days')],
  ['180', words('The last 180 days')],
];
const usualSpan = '30';

/** What mailbox providers report about the domains of senders. */
export const reputationPage = (visit: Visit): Promise<Response> => show(visit);

/** Reads a file of reports, and shows what it has changed. */
export async function uploadReports(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return show(visit, say('Choose a file that is not empty.'));
  const body = new Uint8Array(await file.arrayBuffer());
  const read = await attempt(client.reputation.addReports({ body, contentType: 'application/octet-stream' }).orThrow());
  if ('fault' in read) return show(visit, read.fault);
  const counted = read.value.filter(({ state }) => state === 'counted');
  if (counted.some((report) => report.counted > 0 || report.foreign === 0))
    return redirect(`${own}?done=reports-counted`);
  if (counted.length > 0) return redirect(`${own}?done=reports-foreign`);
  const isKnown = read.value.some(({ state }) => state === 'known');
  return redirect(`${own}?done=${isKnown ? 'reports-known' : 'reports-old'}`);
}

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, query, say } = visit;
  const days = spans.find(([each]) => each === query.get('days'))?.[0] ?? usualSpan;
  const from = new Date(Date.now() - (Number(days) - 1) * dayMillis).toISOString().slice(0, 10);
  const { domains, report_address: address, to } = await client.reputation.get({ from }).orThrow();
  const reported = { say, account: asItIs };
  const named = query.get('domain');
  const chosen = domains.find(({ name }) => name === named) ?? domains[0];
  const choice = html`<form class="search" method="get" action="${own}">${selectField({
    label: say('Period'),
    name: 'days',
    value: days,
    options: say.options(spans),
  })}${chosen !== undefined && named !== null && html`<input type="hidden" name="domain" value="${chosen.name}">`}<button>${say('Show')}</button></form>`;
  const none = say('No reports came in this time. Ask mailbox providers for them, or upload those that you have.');
  const parts: Content[] = [];
  for (const domain of domains) {
    const sources =
      domain === chosen ? await sourcesPart(visit, domain, { from, to }) : sourcesLink(visit, domain, days);
    parts.push(domainSection(visit, domain, sources));
  }
  const body = html`${fault(message)}${hint(say('Mailbox providers report which mails came in the name of your domains, and whether these proved it. Anybody can send such reports, so compare them with what you know.'))}
${choice}${hint(say('Reports about mails from {from} to {to}, days in UTC.', { from: localDay(reported, from), to: localDay(reported, to) }))}${parts.length === 0 ? empty(none) : parts}
${section(say('Get reports'), addressPart(visit, address))}${section(say('Upload reports'), uploadForm(visit))}`;
  return respondPage(visit, { title: say('Reputation'), body }, message === undefined ? 200 : 400);
}

function domainSection(visit: Visit, domain: Domain, sources: Content): Content {
  const { say } = visit;
  const { name, messages, aligned, signed, sent, quarantined, rejected, unknown, policy, connections } = domain;
  const { other_service: others } = domain;
  const numbers = figures([
    [say('Mails'), say.number(messages)],
    [
      say('Prove the domain'),
      say.share(aligned, messages),
      say('by signature {signed}, by SPF {sent}', {
        signed: say.share(signed, messages),
        sent: say.share(sent, messages),
      }),
    ],
    [say('Of other services'), say.share(others, messages)],
    [say('Of unknown sources'), say.share(unknown, messages)],
    [say('Refused or put into the spam folder'), say.share(quarantined + rejected, messages)],
  ]);
  const plan = facts([
    [say('Policy'), policyWords(say, policy)],
    [say('Next step'), html`${stepBadge(visit, domain)} ${planWords(say, domain)}`],
    ...(connections.length === 0 ? [] : ([[say('Encrypted connections'), connectionList(visit, domain)]] as const)),
  ]);
  return section(name, html`${numbers}${plan}${sources}`);
}

function stepBadge({ say }: Visit, { plan: { step } }: Domain): Content {
  if (step === 'keep') return badge(say('All is well'), 'good');
  if (step === 'tighten') return badge(say('Ready for more'), 'good');
  if (step === 'review') return badge(say('To be checked'), 'busy');
  return step === 'collect' ? badge(say('Not yet')) : badge(say('To be mended'), 'bad');
}

function connectionList({ say }: Visit, { connections }: Domain): Content {
  const all = connections.reduce((sum, { sessions }) => sum + sessions, 0);
  const encrypted = connections.find(({ result }) => result === 'success')?.sessions ?? 0;
  const others = connections.filter(({ result }) => result !== 'success');
  return html`${say('{share} of {count, plural, one {# connection} other {# connections}} to your mail servers were encrypted.', { share: say.share(encrypted, all), count: all })}${others.map(({ result, sessions }) => html`<br>${resultWords(say, result)}: ${say.number(sessions)}`)}`;
}

const sourcesLink = ({ say }: Visit, { name, messages }: Domain, days: string): Content =>
  messages > 0 &&
  html`<p><a href="${own}?${new URLSearchParams({ domain: name, days }).toString()}">${say('Show the sources of {name}', { name })}</a></p>`;

async function sourcesPart(
  visit: Visit,
  { name, messages }: Domain,
  days: { from: string; to: string },
): Promise<Content> {
  if (messages === 0) return undefined;
  const { client, query, say } = visit;
  const page = pageOf(query);
  const options = { domain: name, ...days, page_size: pageSize, page_index: page };
  const { items, pages } = await client.reputation.listSources(options).orThrow();
  const list = table<MailSource>(
    say('Sources of {name}', { name }),
    [
      {
        title: say('Source'),
        cell: (source) =>
          html`${source.address === undefined ? say('All others') : html`<code>${source.address}</code>`} ${sourceWords(say, source)}`,
      },
      { title: say('Mails'), cell: (source) => say.number(source.messages), kind: 'number' },
      {
        title: say('Prove the domain'),
        cell: (source) => say.share(source.aligned, source.messages),
        kind: 'minor number',
      },
    ],
    items,
    say('There are no more sources.'),
  );
  return html`<h3>${say('Sources of {name}', { name })}</h3>${list}${pager(visit, page, pages ?? 1)}`;
}

function addressPart({ say }: Visit, address: string | undefined): Content {
  if (address === undefined)
    return hint(say('This server has no domain for bounces, so that it gets no reports by mail. Upload them below.'));
  return html`<p>${say('Add this to the DMARC record of your domain, and reports come here by themselves:')}</p>
<p><code>rua=mailto:${address}</code></p>${hint(say('Mailbox providers send reports to another domain only if its DNS agrees. Whoever runs this server sets that up.'))}`;
}

const uploadForm = (visit: Visit): Content => {
  const { say } = visit;
  return postForm(
    visit,
    own,
    html`<p class="field"><label for="file">${say('File of a mailbox provider')}</label><input id="file" name="file" type="file" required aria-describedby="file-hint"><span class="hint" id="file-hint">${say('As it came, packed or not, at most 9 MB. A report counts once, however often it is uploaded.')}</span></p><p><button>${say('Upload reports')}</button></p>`,
    { upload: true },
  );
};
