import type { Client } from '@mailwright/client';
import { badge, number } from '../../components/figures.ts';
import { postForm } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';

type SignOffs = Awaited<ReturnType<ReturnType<Client['mailingActions']['getSignOff']>['orThrow']>>;

/** Reads who stands for a mailing; `undefined` if the account does not ask for it. */
export async function readSignOffs(client: Client, mailingid: number): Promise<SignOffs | undefined> {
  const signOffs = await client.mailingActions.getSignOff({ mailingid }).orThrow();
  return signOffs.above !== undefined && signOffs.contacts > signOffs.above ? signOffs : undefined;
}

/** Who has signed a mailing off, who is missing, and the button for one's own sign-off. */
export async function signOffPart(visit: Visit, mailingid: number, signOffs: SignOffs): Promise<Content> {
  const { client, self } = visit;
  const { above, users, missing } = signOffs;
  const own = self === undefined ? undefined : (await client.users.getOwn().orThrow()).id;
  const list = users.map(
    ({ id, name, time }) =>
      html`<li><div class="row"><span>${name}${id === own && ' (you)'}</span>${badge('Signed off', 'good')}</div><span class="soft">${localTime(visit, time)}</span></li>`,
  );
  const path = `/console/mailings/${mailingid}/sign-off`;
  const hasSigned = users.some(({ id }) => id === own);
  const button = hasSigned
    ? postForm(visit, `${path}/withdraw`, html`<p><button class="quiet">Withdraw my sign-off</button></p>`)
    : postForm(visit, path, html`<p><button class="quiet">Sign off</button></p>`);
  return html`<p>Mailings to more than ${number(above!)} contacts need two people: whoever sends, and whoever has signed off. ${missing > 0 && html`<strong>${missing === 1 ? 'One more person' : `${missing} people`} must sign off${own !== undefined && !hasSigned && ' beside you'}.</strong>`}</p>
${list.length > 0 && html`<ul class="steps">${list}</ul>`}
${own === undefined ? hint('An API key belongs to nobody. Sign in with your address to sign off.') : button}
${missing > 0 && postForm(visit, `${path}/request`, html`<p><button class="quiet">Ask colleagues by mail</button></p>`)}
${missing > 0 && hint('Everybody who may send gets a mail with a link to this page. A change of the contents or the target group makes sign-offs void.')}`;
}
