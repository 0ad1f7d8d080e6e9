import type { Say } from '../../words.ts';

/** Something to begin with, with all that a newsletter needs. */
export const firstMjml = (say: Say): string => `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text font-size="24px">${say('Hello [[CONTACT|FIRSTNAME|friend]]')}</mj-text>
        <mj-text>${say('Write here.')}</mj-text>
        <mj-button href="https://example.com/">${say('Read on')}</mj-button>
        <mj-text font-size="12px"><a href="[[LINK|UNSUBSCRIBE]]">${say('Unsubscribe from the newsletter')}</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;
