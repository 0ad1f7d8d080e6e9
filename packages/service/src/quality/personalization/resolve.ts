import { nearest } from '@mailwright/server/runtime';
import type { Mailing } from '../../mailings/index.ts';
import { isStandardField, standardFields } from '../../people/index.ts';
import { type RenderContext, tagSources } from '../../sending/index.ts';
import { feedFields } from '../../templates/index.ts';

const contactKeys = new Set(['ID', 'EMAIL', 'EXTERNAL_ID', 'CHECKSUM']);
const pages = new Set(['UNSUBSCRIBE', 'ONLINE', 'PROFILE', 'ARCHIVE', 'DOI_CONFIRM']);

/** Why nothing can be filled in for a tag; undefined when something can. */
export function faultOf(
  context: RenderContext,
  { namespace, field }: { namespace: string; field: string },
): string | undefined {
  const sources = tagSources(context);
  const { type } = context.mailing;
  switch (namespace) {
    case 'CONTACT':
      if (contactKeys.has(field) || isStandardField(field) || context.customFields.has(field)) return undefined;
      return `There is no contact field ${field}${meant(field, [...contactKeys, ...standardFields, ...context.customFields.keys()])}`;
    case 'MAILING':
      return sources(namespace, field) === undefined
        ? `Mailings have no ${field}; they have ID, NAME, SUBJECT and DOMAIN.`
        : undefined;
    case 'ACCOUNT':
      return sources(namespace, field) === undefined
        ? `The account has no placeholder ${field}${meant(field, context.placeholders.keys())}`
        : undefined;
    case 'PROPERTY':
      if (context.properties.has(field)) return undefined;
      return `The mailing has no property ${field}${meant(field, context.properties.keys())}`;
    case 'LINK':
      if (!pages.has(field)) return `There is no page ${field}; there are ${[...pages].join(', ')}.`;
      return pageFault(field, type);
    case 'RSS':
      return `RSS|${field} has no value here: ${feedFields.join(', ')} of feeds work only inside rss blocks of the HTML or the text, and in the subject of mailings that a feed triggers.`;
    default:
      return sources(namespace, field) === undefined
        ? `There is no namespace ${namespace}; there are CONTACT, MAILING, ACCOUNT, PROPERTY, EVENT and LINK.`
        : undefined;
  }
}

function meant(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? '.' : `; did you mean ${near}?`;
}

function pageFault(field: string, type: Mailing['type']): string | undefined {
  if (field !== 'DOI_CONFIRM' || type === 'doi') return undefined;
  return `DOI_CONFIRM is for double-opt-in mailings, and this is a ${type} mailing.`;
}
