import type { Client } from '@mailwright/client';
import { isStandardField } from '../../../people/index.ts';
import { findTags } from '../../../templates/index.ts';
import { contentFiles, type Properties, type SampleContact, type Thing } from '../model.ts';
import { referencesOf } from '../references.ts';

/** Makes what files refer to and do not describe: transaction types, goals with their sites, placeholders of the account. */
export async function prepareOthers(client: Client, things: readonly Thing[]): Promise<void> {
  const named = (section: string) =>
    new Set(things.flatMap(referencesOf).flatMap((each) => (each.section === section ? [each.name] : [])));
  for (const name of named('events')) await client.transactions.createType({ body: { name } });
  const sites = Map.groupBy(named('goals'), (name) => name.slice(0, Math.max(0, name.lastIndexOf('/'))));
  for (const [index, [name, goals]] of [...sites].entries()) {
    if (name === '') continue;
    const siteId = await client.conversions.createSite({ name, domain: `site-${index}.example.com` }).orThrow();
    for (const goal of goals) await client.conversions.createGoal({ siteId, name: goal.slice(name.length + 1) });
  }
  const placeholders = [...new Set(things.flatMap(placeholdersOf))];
  for (const key of placeholders) await client.account.updatePlaceholders({ body: [{ key, value: `(${key})` }] });
}

/** Keys of the account's placeholders in the texts of a mailing or template. */
function placeholdersOf({ properties }: Thing): string[] {
  return [...Object.keys(contentFiles), 'subject', 'preview_text', 'sender_alias'].flatMap((part) => {
    const text = properties[part];
    if (typeof text !== 'string') return [];
    const tags = findTags(text, 'plain').filter(({ namespace }) => namespace === 'ACCOUNT');
    const liquid = Array.from(text.matchAll(/\baccount\.([A-Za-z_]\w*)/g), ([, key]) => key!);
    return [...tags.map(({ field }) => field), ...liquid];
  });
}

/** Creates the contacts for whom mailings are rendered. */
export async function createSamples(client: Client, samples: readonly SampleContact[]): Promise<void> {
  for (const { email, fields } of samples) {
    const values = Object.entries(fields).map(([name, value]) => ({ name, value }));
    const standard_fields = values.filter(({ name }) => isStandardField(name));
    const custom_fields = values.filter(({ name }) => !isStandardField(name));
    const body = { standard_fields, custom_fields } as never;
    try {
      await client.contacts.createByEmail({ email, permission: 5, body }).orThrow();
    } catch (error) {
      throw new Error(`samples: ${email}: ${(error as Error).message}`);
    }
  }
}

/** A thing as it can be tried: what needs people who are not there, or would begin at once, is left out. */
export function forTrial(thing: Thing): Thing {
  const { section, properties } = thing;
  if (section === 'forms') return { ...thing, properties: { ...properties, active: false } };
  if (section !== 'programs') return thing;
  const steps = (properties.steps as Properties[]).map((step) =>
    // Users of the account are not in the files.
    step.kind === 'notify' ? { ...(step.name !== undefined && { name: step.name }), kind: 'call_webhooks' } : step,
  );
  return { ...thing, properties: { ...properties, state: 'draft', steps } };
}
