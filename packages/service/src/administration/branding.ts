import { addImage, branding, findAccount } from '../account/index.ts';
import type { Brand } from '../platform/http/page.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';

type Of = { account?: number | undefined };

/** Changes of the branding: an absent one stays as it is, an empty one is the usual again. */
export interface BrandingChange {
  name?: string | undefined;
  /** Bytes of the image in base64. */
  logo?: string | undefined;
  color?: string | undefined;
  darkColor?: string | undefined;
}

export const brandingActions = {
  getBranding: reads(
    async ({ db }, { account }: Of): Promise<Brand> =>
      branding.brandOf(await findAccount(db, await chooseAccount(db, account))),
  ),

  setBranding: writes(async ({ db }, { account, logo, ...texts }: Of & BrandingChange): Promise<void> => {
    const accountId = await chooseAccount(db, account);
    const changed: branding.BrandingSettings = { ...branding.brandingOf(await findAccount(db, accountId)) };
    for (const name of ['name', 'color', 'darkColor'] as const)
      if (texts[name] !== undefined) changed[name] = texts[name] || undefined;
    if (logo !== undefined) changed.logo = undefined;
    const fault = branding.brandingFault(changed);
    if (fault !== undefined) throw new Error(fault);
    if (logo) changed.logo = (await addImage(db, accountId, Buffer.from(logo, 'base64'), undefined)).token;
    await branding.setBranding(db, accountId, changed);
  }),
} satisfies Actions;
