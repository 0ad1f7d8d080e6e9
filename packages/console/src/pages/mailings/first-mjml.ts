import type { Client } from '@mailwright/client';
import { withBrand } from '../../blocks/brand.ts';
import { type Html, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';

/** Colors, logo and the like of new mailings. */
type MailStyle = Awaited<ReturnType<ReturnType<Client['account']['getMailStyle']>['orThrow']>>;

/** Something to begin with, with all that a newsletter needs, in the style of the account. */
export async function firstMjml({ client, say }: Pick<Visit, 'client' | 'say'>): Promise<string> {
  const style = await client.account.getMailStyle({}).orThrow();
  const source = String(html`<mjml>
  <mj-body>
    <mj-section>
      <mj-column>${style.logo_url && logo(style)}
        <mj-text font-size="24px">${say('Hello [[CONTACT|FIRSTNAME|friend]]')}</mj-text>
        <mj-text>${say('Write here.')}</mj-text>
        <mj-button href="https://example.com/">${say('Read on')}</mj-button>
        <mj-text font-size="12px">${closing(say, style)}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`);
  return withBrand(source, style.mjml)!;
}

const logo = ({ logo_url, logo_width = 160 }: MailStyle): Html =>
  html`\n        <mj-image src="${logo_url}" alt="[[ACCOUNT|NAME]]" width="${logo_width}px" align="left" />`;

/** The lines at the end of a mailing: those of the account, and the link to unsubscribe. */
export function closing(say: Say, { footer }: Pick<MailStyle, 'footer'>): Html {
  const lines = footer?.split('\n').map((line) => html`${line}<br />`);
  return html`${lines}<a href="[[LINK|UNSUBSCRIBE]]">${say('Unsubscribe from the newsletter')}</a>`;
}
