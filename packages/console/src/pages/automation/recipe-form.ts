import { postForm } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Recipe, recipes } from './recipe-plans.ts';

const path = '/console/automation/recipes';

/** A button for each recipe, with what its automation does. */
export const recipeForm = (visit: Visit): Content =>
  postForm(
    visit,
    path,
    html`${hint(visit.say('The automation and all that it needs are created as drafts, which you can change.'))}${Object.entries(
      recipes,
    ).map(
      ([key, { name, purpose, dateField }]: [string, Recipe]) =>
        html`<p class="row"><button class="quiet" name="recipe" value="${key}">${visit.say(name)}</button></p>${hint(visit.say(purpose, { field: dateField ?? '' }))}`,
    )}`,
  );
