import { type AccountMailStyle, badRequest, type Handlers, reply } from '@mailwright/server';
import { type Account, accountSettings, findAccount, mailStyle } from '../../account/index.ts';
import type { Context } from '../context.ts';
import { etagOf, requireSeen } from '../seen.ts';

/** Colors, font, button and footer of new mailings of the account. */
export const mailStyleHandlers = {
  async getAccountMailStyle(_input, context) {
    const shown = document(context, await findAccount(context.db, context.accountId));
    return reply(200, shown, { etag: etagOf(shown) });
  },

  async setAccountMailStyle({ body, 'If-Match': seen }, context) {
    const { db, accountId } = context;
    const stored = await accountSettings.lockAccount(db, accountId);
    if (seen !== undefined) requireSeen('The style of mailings', etagOf(document(context, stored)), seen);
    const style = styleOf(body);
    const fault = mailStyle.styleFault(style);
    if (fault !== undefined) throw badRequest(`${fault}.`);
    await mailStyle.setMailStyle(db, accountId, style);
    return document(context, { ...stored, mail_style: style });
  },
} satisfies Partial<Handlers<Context>>;

/** A style without what documents have beside it. */
const styleOf = ({
  color,
  text_color,
  background_color,
  font,
  logo,
  logo_width,
  button_color,
  button_text_color,
  button_radius,
  footer,
}: mailStyle.MailStyle): mailStyle.MailStyle => ({
  ...(color !== undefined && { color }),
  ...(text_color !== undefined && { text_color }),
  ...(background_color !== undefined && { background_color }),
  ...(font !== undefined && { font }),
  ...(logo !== undefined && { logo }),
  ...(logo_width !== undefined && { logo_width }),
  ...(button_color !== undefined && { button_color }),
  ...(button_text_color !== undefined && { button_text_color }),
  ...(button_radius !== undefined && { button_radius }),
  ...(footer !== undefined && { footer }),
});

function document({ publicUrl }: Context, { mail_style, brand_logo }: Account): AccountMailStyle {
  const style = mail_style ?? {};
  return {
    ...style,
    ...(style.logo && brand_logo && { logo_url: `${publicUrl}/media/${brand_logo}` }),
    mjml: mailStyle.styleElement(style),
  };
}
