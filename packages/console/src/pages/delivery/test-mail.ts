import type { Client } from '@mailwright/client';
import { badge, facts, section } from '../../components/figures.ts';
import { postForm, textField, textOf } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { words } from '../../words.ts';

/** A form with which people see whether mails arrive, and what became of the mail that they sent with it last. */
export async function testMailPart(visit: Visit, areStored: boolean): Promise<Content> {
  const { client, form, query, self, say } = visit;
  const own = self === undefined ? '' : (await client.users.getOwn().orThrow()).email;
  const mailId = query.get('test') ?? '';
  const found = /^[0-9a-f-]{36}$/.test(mailId) ? await client.transactionalMails.get({ mailId }) : undefined;
  const mail = found?.ok === true ? found.data : undefined;
  const isOpen = mail?.state === 'waiting' || mail?.state === 'deferred';
  const write = postForm(
    visit,
    '/console/delivery/test',
    html`${textField({ label: say('From'), name: 'sender', type: 'email', value: textOf(form, 'sender'), required: true, maxLength: 254, hint: say('An address of your domain, from which your mailings will come.') })}
${textField({ label: say('To'), name: 'to', type: 'email', value: textOf(form, 'to') || own, required: true, maxLength: 254 })}
<p><button class="quiet">${say('Send a test mail')}</button></p>`,
  );
  return html`${mail && section(say('Result of the test mail'), result(visit, mail, areStored), { id: 'test', refresh: isOpen && 3 })}${section(say('Test mail'), write)}`;
}

type Mail = Awaited<ReturnType<ReturnType<Client['transactionalMails']['get']>['orThrow']>>;

const states = {
  waiting: [words('On its way'), 'busy'],
  deferred: [words('Put off; it is tried again'), 'busy'],
  delivered: [words('Taken by the mail server'), 'good'],
  failed: [words('Refused by the mail server'), 'bad'],
  skipped: [words('Not sent'), 'bad'],
  bounced: [words('Came back'), 'bad'],
} as const;

function result({ say }: Visit, { state, events }: Mail, areStored: boolean): Content {
  if (areStored && state === 'delivered')
    return hint(say('The mail was stored by the service and reaches nobody: no mail server is connected.'));
  const [text, kind] = states[state];
  const answer = events.at(-1)?.reason;
  return html`${facts([
    [say('Result'), badge(say(text), kind)],
    ...(answer === undefined ? [] : ([[say('Answer of the mail server'), answer]] as const)),
  ])}${state === 'delivered' && hint(say('If it does not arrive within minutes, look into the spam folder, and check the sender domains.'))}`;
}

/** The test mail that a form asks for. */
export const testMail = ({ account, form, say }: Visit) => ({
  from: { email: textOf(form, 'sender') },
  to: [{ email: textOf(form, 'to') }],
  subject: say('Test mail of {account}', { account: account.name }),
  text: say('This mail shows that mails of {account} arrive.', { account: account.name }),
});
