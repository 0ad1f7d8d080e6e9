import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';
import type { Role } from '../../src/account/tables.ts';
import type { TestService } from './service.ts';

export const password = 'tulips at 7 under rain';

/** Requests of a browser to the console, with the cookie it was given last. */
export class Browser {
  readonly #service: TestService;
  cookie = '';

  constructor(service: TestService) {
    this.#service = service;
  }

  async get(path: string): Promise<Response> {
    return this.#ask(path, {});
  }

  /** Sends a form; with the token of a page, as its form would. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Sends a form for files. */
  async upload(path: string, fields: readonly (readonly [string, string | File])[]): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    return this.#ask(path, { method: 'POST', body });
  }

  /** Sends a form of a signed-in page. */
  async submit(path: string, fields: Record<string, string> = {}, from = '/console/profile'): Promise<Response> {
    const page = await (await this.get(from)).text();
    return this.post(path, { token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '', ...fields });
  }

  async signIn(email: string, secret = password): Promise<Response> {
    return this.post('/console/sign-in', { email, password: secret });
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), ...(this.cookie && { cookie: this.cookie }) };
    const answer = await this.#service.fetch(this.#service.origin + path, { redirect: 'manual', ...init, headers });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0];
    if (cookie !== undefined) this.cookie = cookie.endsWith('=') ? '' : cookie;
    return answer;
  }
}

/** Mails to an address that have arrived, the oldest first. */
export async function mailsOf({ outboxDirectory }: TestService, email: string): Promise<Email[]> {
  const files = globSync('**/*.eml', { cwd: outboxDirectory }).map((file) => join(outboxDirectory, file));
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(file))));
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .sort((a, b) => Date.parse(a.date ?? '') - Date.parse(b.date ?? ''));
}

/** Tokens of the links in mails to an address, the oldest first; waits until there are so many. */
export async function linkTokens(service: TestService, email: string, count = 1): Promise<string[]> {
  return vi.waitFor(async () => {
    const found = (await mailsOf(service, email)).flatMap(
      ({ text }) => /\/console\/password\?token=([\w.-]+)/.exec(text ?? '')?.[1] ?? [],
    );
    if (found.length < count) throw new Error(`${found.length} of ${count} mails to ${email} have arrived`);
    return found;
  }, 60_000);
}

let number = 0;

/** Invites a person, who accepts, and signs in. */
export async function signedIn(
  service: TestService,
  role: Role,
): Promise<{ browser: Browser; id: number; email: string }> {
  const email = `person-${++number}@example.org`;
  const { id } = await service.client.users.invite({ body: { email, name: 'Ada Lovelace', role } }).orThrow();
  const [token] = await linkTokens(service, email);
  const browser = new Browser(service);
  await browser.post('/console/password', { token: token!, password });
  await browser.signIn(email);
  return { browser, id, email };
}
