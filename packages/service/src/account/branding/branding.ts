import type { Db } from '../../platform/database/schema.ts';
import type { Brand } from '../../platform/http/page.ts';
import type { Account } from '../account.ts';
import { nameFault } from '../names.ts';
import { colorFault, readableShade } from './colors.ts';

/** Settings of the public pages of an account; an absent one is the usual. */
export interface BrandingSettings {
  name?: string | undefined;
  /** Token of an image of the account. */
  logo?: string | undefined;
  color?: string | undefined;
  darkColor?: string | undefined;
}

/** Returns the settings of an account. */
export const brandingOf = (account: Account): BrandingSettings => ({
  name: account.brand_name ?? undefined,
  logo: account.brand_logo ?? undefined,
  color: account.brand_color ?? undefined,
  darkColor: account.brand_dark_color ?? undefined,
});

/** Returns what the public pages of an account show. */
export function brandOf(account: Account): Brand {
  const { name, logo, color, darkColor } = brandingOf(account);
  const light = color ?? (darkColor && readableShade(darkColor, 'light'));
  const dark = darkColor ?? (color && readableShade(color, 'dark'));
  return {
    name: name ?? account.name,
    ...(logo && { logo: `/media/${logo}` }),
    ...(light && dark && { colors: { light, dark } }),
  };
}

/** Returns the id and the token of an image of an account, by one of them. */
export async function findLogo(
  db: Db,
  accountId: number,
  key: { id: number } | { token: string },
): Promise<{ id: number; token: string } | undefined> {
  const [column, value] = 'id' in key ? (['id', key.id] as const) : (['token', key.token] as const);
  return db
    .selectFrom('media_image')
    .select(['id', 'token'])
    .where('account_id', '=', accountId)
    .where(column, '=', value)
    .executeTakeFirst();
}

/** Returns why an account cannot have the settings, or `undefined`. */
export function brandingFault({ name, color, darkColor }: BrandingSettings): string | undefined {
  return (
    (name !== undefined && nameFault(name)) ||
    (color !== undefined && colorFault('color', color, 'light')) ||
    (darkColor !== undefined && colorFault('dark_color', darkColor, 'dark')) ||
    undefined
  );
}

/** Replaces the settings, which have no fault. Returns the changed columns of the account. */
export async function setBranding(db: Db, accountId: number, settings: BrandingSettings): Promise<BrandColumns> {
  const { name, logo, color, darkColor } = settings;
  const columns: BrandColumns = {
    brand_name: name?.trim() ?? null,
    brand_logo: logo ?? null,
    brand_color: color?.toLowerCase() ?? null,
    brand_dark_color: darkColor?.toLowerCase() ?? null,
  };
  await db.updateTable('account').set(columns).where('id', '=', accountId).execute();
  return columns;
}

type BrandColumns = Pick<Account, 'brand_name' | 'brand_logo' | 'brand_color' | 'brand_dark_color'>;
