import type { LiquidValues, Variable } from '../../templates/index.ts';
import type { Recipient } from './recipient.ts';
import type { RenderContext } from './render-context.ts';
import { contactValue, tagSources } from './tag-sources.ts';

const contactKeys = ['ID', 'EMAIL', 'EXTERNAL_ID', 'CHECKSUM'];
const mailingFields = ['ID', 'NAME', 'SUBJECT', 'DOMAIN'];
const accountFields = ['NAME', 'CUSTOMER-ACCOUNT-NAME', 'DOMAIN', 'MAILING-DOMAIN', 'CDN-DOMAIN'];

/** The namespaces that Liquid has; pages stay tags, because each of them is made for one place. */
export const liquidNamespaces = ['contact', 'mailing', 'account', 'property', 'event'] as const;

/**
 * Returns the values for Liquid that the contents use: `contact`, `mailing`, `account`, `property` and `event`. Unlike in
 * tags, numbers and booleans of custom fields keep their types.
 */
export function liquidValues(context: RenderContext): LiquidValues<Recipient> {
  return (variables) => {
    const asked = new Set(variables.map(({ path }) => path[0]));
    const contactFields = asked.has('contact') ? fieldsOf(variables, 'contact') : [];
    const same = {
      ...(asked.has('mailing') ? { mailing: fixed(context, 'MAILING', mailingFields) } : {}),
      ...(asked.has('account')
        ? { account: { ...fixed(context, 'ACCOUNT', accountFields), ...Object.fromEntries(context.placeholders) } }
        : {}),
      ...(asked.has('property') ? { property: Object.fromEntries(context.properties) } : {}),
    };
    return (recipient) => ({
      ...same,
      ...(asked.has('contact') ? { contact: contactOf(context, recipient, contactFields) } : {}),
      ...(asked.has('event') ? { event: recipient.event ?? {} } : {}),
    });
  };
}

/** The fields that are asked for; undefined when only rendering tells. */
function fieldsOf(variables: readonly Variable[], namespace: string): string[] | undefined {
  const fields = new Set<string>();
  for (const { path } of variables) {
    if (path[0] !== namespace) continue;
    if (path.length < 2) return undefined;
    fields.add(path[1]!);
  }
  return [...fields];
}

function contactOf(
  context: RenderContext,
  { contact }: Recipient,
  fields: readonly string[] | undefined,
): Record<string, unknown> {
  const names = fields ?? [...contactKeys, ...Object.keys(contact.standard_fields), ...context.customFields.keys()];
  const values = names.map((field) => [field, contactValue(context, contact, field)]);
  // An empty text is no value, as in tags; Liquid itself takes it for one.
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

function fixed(context: RenderContext, namespace: string, fields: readonly string[]): Record<string, unknown> {
  const source = tagSources(context);
  return Object.fromEntries(fields.map((field) => [field, source(namespace, field)]));
}
