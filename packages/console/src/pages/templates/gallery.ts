import type { Client } from '@mailwright/client';
import { selectField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { chosenLanguage, languages } from '../../language.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';

export type Design = Awaited<ReturnType<ReturnType<Client['media']['listDesigns']>['orThrow']>>[number];

export const galleryPath = '/console/templates/gallery';

const kinds: readonly (readonly [Design['kind'], Words])[] = [
  ['newsletter', words('Newsletters')],
  ['news', words('News and events')],
  ['shop', words('Shop')],
  ['personal', words('Personal emails')],
  ['notice', words('Orders and appointments')],
];

/** Designed templates to begin with, each with a picture: the template itself, made small. */
export async function templateGallery(visit: Visit): Promise<Response> {
  const { client, query, say } = visit;
  const language = chosenLanguage(query.get('language'), say.language);
  const designs = await client.media.listDesigns({ language }).orThrow();
  const choice = html`<form class="search" method="get" action="${galleryPath}">${selectField({ label: say('Language of the templates'), name: 'language', value: language, options: languages })}<button>${say('Show')}</button></form>`;
  const groups = kinds.map(
    ([kind, title]) =>
      html`<section><h2>${say(title)}</h2><ul class="gallery">${designs.filter((each) => each.kind === kind).map(card)}</ul></section>`,
  );
  const body = html`${hint(say('They suit light and dark mode, phones and desktops. Choose one and change whatever you like.'))}${choice}${groups}`;
  const parent = { label: say('Templates'), path: '/console/templates' };
  return respondPage(visit, { title: say('Template gallery'), parent, body });
}

const card = ({ design, language, name, about }: Design) => {
  const own = `${galleryPath}/${design}`;
  return html`<li><div class="shot" inert><iframe title="${name}" src="${own}/html?language=${language}" loading="lazy" tabindex="-1" sandbox></iframe></div>
<h3><a href="${own}?language=${language}">${name}</a></h3><p class="soft">${about}</p></li>`;
};
