import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { createShipped, usualSender } from '../mailings/automatic.ts';
import { showAutomations } from './list.ts';
import type { Draft } from './steps.ts';

/** An automation to begin with: it sends one mailing. */
interface Recipe {
  name: Words;
  /** Contents of the mailing to begin with. */
  mailing: 'birthday' | 'welcome';
  start: Omit<Draft, 'name' | 'state' | 'steps'>;
}

const birthday: Recipe = {
  name: words('Birthday wishes'),
  mailing: 'birthday',
  start: { start_date: { field: 'BIRTHDAY', repeat: 'yearly', hour: 9 } },
};

const newcomers: Recipe = {
  name: words('Welcome new contacts'),
  mailing: 'welcome',
  start: { start_on: { kind: 'contact_created', imports: false, existing: false }, again_after_days: null },
};

/** Creates an automation that congratulates contacts, and its mailing, both as drafts with contents to begin with. */
export const createBirthday = (visit: Visit): Promise<Response> => createRecipe(visit, birthday);

/** Creates an automation that welcomes contacts once they are created, and its mailing, in the same way. */
export const createNewcomers = (visit: Visit): Promise<Response> => createRecipe(visit, newcomers);

async function createRecipe(visit: Visit, recipe: Recipe): Promise<Response> {
  const created = await attempt(create(visit, recipe));
  return 'fault' in created
    ? showAutomations(visit, created.fault)
    : redirect(`/console/automation/${created.value}?done=recipe-created`);
}

async function create(visit: Visit, { name: wanted, mailing: kind, start }: Recipe): Promise<number> {
  const { client, say } = visit;
  const programs = client.marketingAutomation;
  const names = new Set((await programs.list().orThrow()).map(({ name }) => name));
  let name = say(wanted);
  for (let number = 2; names.has(name); number++) name = say('{name} {number, number}', { name: say(wanted), number });
  let id = 0;
  const mailing = { kind, name: '', sender: await usualSender(visit), alias: '' } as const;
  await createShipped(visit, mailing, async (mailingid) => {
    await client.triggerMailings.createDispatching({ mailingid, body: { type: 'EXTERNAL' } }).orThrow();
    const steps = [{ kind: 'send' as const, mailing_id: mailingid }];
    ({ id } = await programs.create({ body: { name, state: 'draft', ...start, steps } }).orThrow());
  });
  return id;
}
