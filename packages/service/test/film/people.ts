import type { Page } from 'playwright-core';
import { addAuthenticator } from '../support/authenticator.ts';
import type { TestService } from '../support/service.ts';
import { linkTokens, password } from '../support/users.ts';

/** Somebody who works at the console. */
export interface Person {
  name: string;
  email: string;
}

/** Invites an administrator, who accepts. Nobody has signed in afterwards. */
export async function inviteNewcomer(service: TestService, page: Page, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`;
  await service.client.users.invite({ body: { email, name, role: 'administrator' } }).orThrow();
  const [token] = await linkTokens(service, email);
  await page.goto(`${service.origin}/console/password?token=${token}`);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  return { name, email };
}

/** Gives the browser a virtual authenticator, and a person a passkey in it. */
export async function addPasskey(service: TestService, page: Page, { email }: Person): Promise<void> {
  await addAuthenticator(page);
  await signIn(service, page, email);
  await page.goto(`${service.origin}/console/profile`);
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await page.locator('#passkey-password').fill(password);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.waitForURL('**/console/profile?done=passkey-added');
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** Opens the menu, in which phones have the navigation. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('.menu > summary');
  if (await menu.isVisible()) await menu.click();
}

export async function signOut(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Signs in with the password, by the mouse. */
export async function signIn({ origin }: TestService, page: Page, email: string): Promise<void> {
  await page.goto(`${origin}/console`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}
