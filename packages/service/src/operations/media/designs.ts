import { conflict, type Handlers, notFound } from '@mailwright/server';
import { findAccount, listPlaceholders, mailStyle, templates } from '../../account/index.ts';
import type { Language } from '../../platform/text/language.ts';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { designs } from '../../templates/index.ts';
import type { Context } from '../context.ts';
import { keepSaved, templateDocument } from './templates.ts';

/** Templates that come with the service. */
export const designHandlers = {
  async listDesignedTemplates({ language = 'en' }) {
    return designs.designNames.map((design) => designDocument(design, language));
  },

  async getDesignedTemplate({ design, language = 'en' }, context) {
    const known = requireDesign(design);
    return { ...designDocument(known, language), ...(await readContents(context, known, language)) };
  },

  async copyDesignedTemplate({ design, language = 'en', path, name }, context) {
    const known = requireDesign(design);
    const { html, mjml } = await readContents(context, known, language);
    const title = name ?? designs.describeDesign(known, language).name;
    return context.db.transaction().execute(async (transaction) => {
      const template = { path, name: title, tags: [], html, mjml };
      const taken = await templates.insertTemplate(transaction, context.accountId, template);
      if (taken === undefined) throw conflict(`path "${path}" is used by another template.`);
      await keepSaved({ ...context, db: transaction }, taken.id, 'saved', template);
      return templateDocument(taken);
    });
  },
} satisfies Partial<Handlers<Context>>;

/** @throws ApiError 404 */
function requireDesign(name: string): designs.DesignName {
  if (!designs.isDesign(name)) throw notFound(`Designed template "${name}" not found.`);
  return name;
}

function designDocument(name: designs.DesignName, language: Language) {
  const { preview: preview_text, ...rest } = designs.describeDesign(name, language);
  return { ...rest, preview_text };
}

/** Contents as they are valid in the account: a placeholder that it does not have would keep mailings from being sent. */
async function readContents(context: Context, name: designs.DesignName, language: Language) {
  const { db, accountId, publicUrl } = context;
  const placeholders = await listPlaceholders(db, accountId);
  const hasImprint = placeholders.some(({ key, value }) => key === 'IMPRINT' && value.trim() !== '');
  const { mail_style: style, brand_logo } = await findAccount(db, accountId);
  if (style === null) return designs.designContents(name, { language, hasImprint });
  const logo =
    style.logo && brand_logo ? { url: `${publicUrl}/media/${brand_logo}`, width: style.logo_width ?? 160 } : undefined;
  const look = { values: mailStyle.lookOf(style), logo };
  const stationery = { language, hasImprint, look, footer: style.footer };
  return onBehalfOf(accountId, () => designs.designContents(name, stationery));
}
