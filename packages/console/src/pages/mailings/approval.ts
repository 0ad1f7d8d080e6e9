import { badge } from '../../components/figures.ts';
import { pageLink, postForm, selectField } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { words } from '../../words.ts';

const decisions = {
  open: [words('Not answered'), 'plain'],
  approved: [words('Approved'), 'good'],
  rejected: [words('Rejected'), 'bad'],
} as const;

/** Who was asked for approval of the current contents and what they said, and a form to ask. */
export async function approvalPart(visit: Visit, mailingid: number): Promise<Content> {
  const { client, say } = visit;
  const [asked, groups] = await Promise.all([
    client.mailingChecks.getApproval({ mailingid }),
    client.targetGroups.list({ page_size: 1000 }).orThrow(),
  ]);
  if (!asked.ok && asked.status !== 404) throw asked.error;
  const testers = groups.items
    .filter(({ type }) => type === 'test' || type === 'approval')
    .map(({ id, name }) => [String(id), name] as const);
  const answers = asked.ok ? (asked.data.approvals ?? []) : [];
  const list = answers.map(({ email, decision, timestamp, comment }) => {
    const [word, kind] = decisions[decision];
    return html`<li><div class="row"><span>${email}</span>${badge(say(word), kind)}</div>${decision !== 'open' && html`<span class="soft">${localTime(visit, timestamp.replace('T', ' '))}</span>`}${comment && html`<p>${comment}</p>`}</li>`;
  });
  const answered = list.length > 0 && html`<ul class="steps">${list}</ul>`;
  if (testers.length === 0)
    return html`${answered}${hint(
      say.rich('To ask for approval, <a>build a segment</a> for test and approval mails with the people who approve.', {
        a: pageLink(visit, '/console/segments/new?use=test'),
      }),
    )}`;
  return html`${answered}${postForm(visit, `/console/mailings/${mailingid}/approval`, html`${selectField({ label: say('Send for approval to'), name: 'group', value: testers[0]![0], options: testers })}<p><button class="quiet">${say('Ask for approval')}</button></p>`)}`;
}
