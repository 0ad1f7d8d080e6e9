import { Browser, password } from '../support/users.ts';
import type { World } from './row.ts';

/** Token of the session, which every form has. */
export const tokenOf = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Invites somebody at the console, who accepts by the mail and signs in. */
export async function joinAt({ service, sink, press }: World, name: string, role = 'editor') {
  const email = `${name.toLowerCase()}@people.example`;
  await press('/console/people', '/console/people', { name, email, role, language: 'en' });
  service.wakeWorker();
  const { email: mail } = await sink.mailTo(email);
  const token = /\/console\/password\?token=([\w.-]+)/.exec(mail.text ?? '')![1]!;
  const browser = new Browser(service);
  await browser.post('/console/password', { token, password });
  await browser.signIn(email);
  const { id } = (await service.client.users.list().orThrow()).find((user) => user.email === email)!;
  return { id, email, browser, own: `/console/people/${id}` };
}
