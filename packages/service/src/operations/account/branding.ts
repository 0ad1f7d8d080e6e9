import { type AccountBranding, badRequest, type Handlers, reply } from '@mailwright/server';
import { type Account, accountSettings, branding, findAccount } from '../../account/index.ts';
import type { Context } from '../context.ts';
import { etagOf, requireSeen } from '../seen.ts';

/** Name, logo and colors of the public pages of the account. */
export const brandingHandlers = {
  async getAccountBranding(_input, context) {
    const shown = await document(context, await findAccount(context.db, context.accountId));
    return reply(200, shown, { etag: etagOf(shown) });
  },

  async setAccountBranding({ body: { name, logo, color, dark_color }, 'If-Match': seen }, context) {
    const { db, account } = context;
    if (seen !== undefined) {
      const stored = await accountSettings.lockAccount(db, account.id);
      requireSeen('The branding', etagOf(await document(context, stored)), seen);
    }
    const image = logo === undefined ? undefined : await branding.findLogo(db, account.id, { id: logo });
    if (logo !== undefined && image === undefined)
      throw badRequest(`logo ${logo} is no image of the account; addImage uploads one and returns its id.`);
    const settings: branding.BrandingSettings = {
      name: name === account.name ? undefined : name,
      logo: image?.token,
      color,
      darkColor: dark_color,
    };
    const fault = branding.brandingFault(settings);
    if (fault !== undefined) throw badRequest(`${fault}.`);
    return document(context, { ...account, ...(await branding.setBranding(db, account.id, settings)) });
  },
} satisfies Partial<Handlers<Context>>;

async function document({ db, publicUrl }: Context, account: Account): Promise<AccountBranding> {
  const { logo: token, color, darkColor } = branding.brandingOf(account);
  const { name, logo } = branding.brandOf(account);
  const image = token && (await branding.findLogo(db, account.id, { token }));
  return {
    name,
    ...(image && { logo: image.id, logo_url: publicUrl + logo }),
    ...(color && { color }),
    ...(darkColor && { dark_color: darkColor }),
  };
}
