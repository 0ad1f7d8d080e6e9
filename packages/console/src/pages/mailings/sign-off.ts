import type { Client } from '@mailwright/client';
import { badge } from '../../components/figures.ts';
import { postForm } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { versionField } from './seen-version.ts';

type SignOffs = Awaited<ReturnType<ReturnType<Client['mailingActions']['getSignOff']>['orThrow']>>;

/** Reads who stands for a mailing; `undefined` if the account does not ask for it. */
export async function readSignOffs(client: Client, mailingid: number): Promise<SignOffs | undefined> {
  const signOffs = await client.mailingActions.getSignOff({ mailingid }).orThrow();
  return signOffs.above !== undefined && signOffs.contacts > signOffs.above ? signOffs : undefined;
}

/** Who has signed a mailing off, who is missing, and the button for one's own sign-off of the version that the page shows. */
export async function signOffPart(
  visit: Visit,
  mailingid: number,
  signOffs: SignOffs,
  version: string,
): Promise<Content> {
  const { client, self, say } = visit;
  const { above, users, missing } = signOffs;
  const own = self === undefined ? undefined : (await client.users.getOwn().orThrow()).id;
  const list = users.map(
    ({ id, name, time }) =>
      html`<li><div class="row"><span>${id === own ? say('{name} (you)', { name }) : name}</span>${badge(say('Signed off'), 'good')}</div><span class="soft">${localTime(visit, time)}</span></li>`,
  );
  const path = `/console/mailings/${mailingid}/sign-off`;
  const hasSigned = users.some(({ id }) => id === own);
  const button = hasSigned
    ? postForm(visit, `${path}/withdraw`, html`<p><button class="quiet">${say('Withdraw my sign-off')}</button></p>`)
    : postForm(visit, path, html`${versionField(version)}<p><button class="quiet">${say('Sign off')}</button></p>`);
  const others =
    own !== undefined && !hasSigned && visit.account.rights.has('send')
      ? say(
          '{missing, plural, one {One more person has to sign off, besides you.} other {# people have to sign off, besides you.}}',
          { missing },
        )
      : say('{missing, plural, one {One more person has to sign off.} other {# people have to sign off.}}', {
          missing,
        });
  return html`<p>${say('Mailings to more than {above, plural, one {# contact} other {# contacts}} need two people: one sends, another one signs off.', { above: above! })} ${missing > 0 && html`<strong>${others}</strong>`}</p>
${list.length > 0 && html`<ul class="steps">${list}</ul>`}
${own === undefined ? hint(say('An API key belongs to nobody. Sign in with your address to sign off.')) : button}
${missing > 0 && postForm(visit, `${path}/request`, html`<p><button class="quiet">${say('Ask colleagues by mail')}</button></p>`)}
${missing > 0 && visit.account.rights.has('post') && hint(say('Everybody who may send gets a mail with a link to this page. If you change the contents or the segment, sign-offs are lost.'))}`;
}
