import { expect } from 'vitest';
import { hasChromium, openBrowser } from '../../../../../tools/verify/src/browser.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { Browser, password } from '../../support/users.ts';
import { joinAt } from '../people.ts';
import { type Row, textOf } from '../row.ts';

const thereIsChromium = hasChromium('passkeys are not judged.');

/** Passkeys, which only a browser can make. */
export const rows: readonly Row[] = [
  {
    routes: ['POST /profile/passkeys', 'POST /profile/passkeys/options', 'POST /profile/passkeys/:id/remove'],
    title: 'a passkey opens the console while the profile lists it, and only then',
    async judge(world) {
      const { service } = world;
      const { id, email, browser, own } = await joinAt(world, 'Paula', 'administrator');
      const hasFactor = async () =>
        (await service.client.users.list().orThrow()).find((user) => user.id === id)?.second_factor;
      const profile = '/console/profile';
      const wrong = await browser.submit(`${profile}/passkeys`, { name: 'Forged', response: '{}', password });
      expect([wrong.status, textOf(await wrong.text()).includes('Nothing was changed')]).toEqual([400, true]);
      expect(await hasFactor()).toBe(false);
      if (!thereIsChromium) return;

      const chromium = await openBrowser();
      try {
        const context = await chromium.newContext({ ignoreHTTPSErrors: true });
        const page = await context.newPage();
        await addAuthenticator(page);
        const [name = '', ...value] = browser.cookie.split('=');
        await context.addCookies([{ name, value: value.join('='), url: service.origin }]);
        await page.goto(service.origin + profile);
        await page.getByLabel('Name of the passkey').fill('Laptop');
        await page.locator('#passkey-password').fill(password);
        await page.getByRole('button', { name: 'Add a passkey' }).click();
        await page.waitForURL(`**${profile}?done=passkey-added`);
        expect(await page.getByRole('cell', { name: 'Laptop' }).count()).toBe(1);
        // The password alone still opens the account, and the page does not say otherwise.
        expect(await hasFactor()).toBe(false);
        expect(textOf(await (await browser.get(own)).text())).toContain('Two-factor authentication Off');
        expect((await new Browser(service).signIn(email)).status).toBe(303);
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.waitForURL('**/console');
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
        await page.getByRole('link', { name: 'Profile' }).click();
        await page.getByRole('button', { name: 'Remove' }).click();
        await page.waitForURL(`**${profile}?done=passkey-removed`);
        expect(await page.getByRole('cell', { name: 'Laptop' }).count()).toBe(0);
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.waitForURL('**/console');
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
        await page.getByText('The passkey is not known').waitFor();
      } finally {
        await chromium.close();
      }
    },
  },
];
