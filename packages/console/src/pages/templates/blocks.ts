import type { Visit } from '../../web/routes.ts';
import { ofVersion } from '../../web/versioned.ts';
import { type Composing, type Composition, sourceOf } from '../mailings/blocks/composition.ts';
import { readTemplate } from './edit.ts';
import { templatePreview, templatesPath } from './template.ts';

export const composeTemplate = (visit: Visit): Composing => ({ ...visit, of: templateComposition(visit) });

function templateComposition(visit: Visit): Composition {
  const { client, params, say } = visit;
  const { media } = client;
  const templateId = Number(params.id);
  const own = `${templatesPath}/${params.id}`;
  const read = async () => {
    const { stored, version } = await readTemplate(visit);
    const { name, html, mjml } = stored;
    return { name, html, mjml, version: version.replaceAll('"', '') };
  };
  return {
    own,
    parent: { label: say('Templates'), path: templatesPath },
    back: say('Back to the template'),
    read,
    readVersion: async () => (await read()).version,
    store: (body, version) => media.updateTemplate({ templateId, body, ...ofVersion(`"${version}"`) }).orThrow(),
    // Nothing that is typed for a template is kept before it is saved.
    findObstacle: async () => undefined,
    listVersions: async () => (await media.listTemplateRevisions({ templateId }).orThrow()).map(({ id }) => id),
    async readSource(templateRevisionId) {
      const revision = await media.getTemplateRevision({ templateId, templateRevisionId });
      return revision.ok ? sourceOf(revision.data.contents) : undefined;
    },
    notes: async () => undefined,
    preview: () => templatePreview(say, own),
  };
}
