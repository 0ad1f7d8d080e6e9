import { type Kind, pick, withoutNulls } from './kind.ts';

/** Templates of the account; the shared ones belong to the operator. */
export const templates: Kind = {
  async list(client) {
    const all = await client.media.listTemplates().orThrow();
    const own = all.filter(({ path }) => !path.startsWith('/'));
    return own.map(({ path, id, name, tags }) => ({ name: path, id, properties: { name, tags: [...tags] } }));
  },
  async read(client, { id, properties }, keys = ['name', 'tags', 'html', 'mjml']) {
    const read = pick(properties, keys);
    if (!keys.includes('html') && !keys.includes('mjml')) return read;
    const mjml = await client.media.getTemplateMjml({ templateId: id }).orThrow();
    // The HTML of a template in MJML is made from it.
    if (mjml !== '') return { ...read, mjml };
    return { ...read, html: await client.media.getTemplateHtml({ templateId: id }).orThrow() };
  },
  async create(client, { name: path }, { name, tags, html, mjml }) {
    const about = { path, ...withoutNulls({ name: name ?? null, tags: tags ?? null }) };
    const input =
      mjml === undefined
        ? { ...about, body: String(html ?? '') }
        : { ...about, body: String(mjml), contentType: 'text/mjml' as const };
    if (input.body === '') throw new Error('it needs html or mjml');
    return (await client.media.addTemplate(input).orThrow()).id;
  },
  async change(client, _thing, { id }, changed) {
    await client.media.updateTemplate({ templateId: id, body: changed }).orThrow();
  },
};
