import type { MailingContent } from '../../mailings/index.ts';
import { parametersOf, replaceAddresses, withParameters } from '../../templates/index.ts';
import { trackingPlan } from '../../tracking/index.ts';

interface Linked {
  content: MailingContent;
  properties: ReadonlyMap<string, string>;
  placeholders: ReadonlyMap<string, string>;
}

/** Adds the campaign parameters of the mailing or the account to the links that the contents have; each once. */
export function withCampaignLinks<Context extends Linked>(context: Context): Context {
  const { content, properties, placeholders } = context;
  const parameters = parametersOf(properties, placeholders);
  if (parameters.length === 0) return context;
  const { html, amp, text_body: text } = content;
  const places = trackingPlan('anonymous', { html, text });
  const ofAmp = trackingPlan('anonymous', { html: amp, text: null }).html;
  const addressOf = (url: string) => withParameters(url, parameters);
  return {
    ...context,
    content: {
      ...content,
      html: html && replaceAddresses(html, places.html, 'html', addressOf),
      amp: amp && replaceAddresses(amp, ofAmp, 'html', addressOf),
      text_body: text && replaceAddresses(text, places.text, 'text', addressOf),
    },
  };
}
