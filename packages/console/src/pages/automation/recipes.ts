import type { Client } from '@mailwright/client';
import { textOf } from '../../components/forms.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { freeName } from '../free-name.ts';
import { createShipped, usualSender } from '../mailings/automatic.ts';
import { showAutomations } from './list.ts';
import { type Plan, type Recipe, recipes } from './recipe-plans.ts';

/** Creates the automation of a recipe with its mailings, segments and contact fields; all of it or nothing. */
export async function createRecipe(visit: Visit): Promise<Response> {
  const key = textOf(visit.form, 'recipe');
  const recipe = Object.hasOwn(recipes, key) ? recipes[key as keyof typeof recipes] : undefined;
  if (!recipe) return showAutomations(visit, visit.say('Choose one of the recipes.'));
  const undo: (() => Promise<unknown>)[] = [];
  const created = await attempt(create(visit, recipe, undo));
  if ('fault' in created) {
    for (const remove of undo.reverse()) await remove();
    return showAutomations(visit, created.fault);
  }
  return redirect(`/console/automation/${created.value}?done=recipe-created`);
}

/** Adds to `undo` how to remove what it has created, in the order of creation. */
async function create(visit: Visit, recipe: Recipe, undo: (() => Promise<unknown>)[]): Promise<number> {
  const { client, say } = visit;
  const { contacts, contactFilters, mailings, marketingAutomation: programs, triggerMailings } = client;
  const taken = new Set((await programs.list().orThrow()).map((program) => program.name));
  const name = await freeName(say, say(recipe.name), (each) => taken.has(each));
  if (recipe.dateField !== undefined) {
    const field = recipe.dateField;
    const fields = await contacts.listCustomFields().orThrow();
    if (!fields.some(({ name }) => name === field)) {
      await contacts.createCustomField({ field, type: 'date' }).orThrow();
      undo.push(() => contacts.deleteCustomField({ field }));
    }
  }
  const plan: Plan = { mailings: {}, segment: 0 };
  if (recipe.segment) {
    const rules = recipe.segment.rules;
    const segments = await segmentNames(client);
    const segmentName = await freeName(say, say(recipe.segment.name), (each) => segments.has(each));
    const contactFilterId = await contactFilters.create({ body: { name: segmentName, ...rules } }).orThrow();
    undo.push(() => contactFilters.delete({ contactFilterId }));
    plan.segment = contactFilterId;
  }
  const sender = await usualSender(visit);
  for (const kind of recipe.mailings) {
    const mailingId = await createShipped(visit, { kind, name: '', sender, alias: '' }, async (mailingid) => {
      await triggerMailings.createDispatching({ mailingid, body: { type: 'EXTERNAL' } }).orThrow();
    });
    undo.push(() => mailings.delete({ mailingId }));
    plan.mailings[kind] = mailingId;
  }
  const { id } = await programs.create({ body: { name, state: 'draft', ...recipe.draft(plan) } }).orThrow();
  return id;
}

async function segmentNames(client: Client): Promise<Set<string>> {
  const filters = await client.contactFilters.list.all({}).toArray({ limit: 10_000 });
  return new Set(filters.map(({ name }) => name));
}
