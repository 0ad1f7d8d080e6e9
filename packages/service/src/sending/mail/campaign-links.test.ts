import { expect, test } from 'vitest';
import type { MailingContent } from '../../mailings/index.ts';
import { withCampaignLinks } from './campaign-links.ts';

test('campaign parameters of the account and the mailing are on each link once, where its author has not set them', () => {
  const { content } = withCampaignLinks({
    content: {
      html: '<a href="https://a.example/?utm_source=own#x">A</a><a href=\'mailto:a@b.example\'>B</a><a href="[[LINK|UNSUBSCRIBE]]">C</a>',
      amp: '<a href="https://c.example/">D</a>',
      text_body: 'https://b.example/[CONTACT|ID].',
    } as MailingContent,
    properties: new Map([['utm_campaign', 'Frühling']]),
    placeholders: new Map([
      ['utm_source', 'news'],
      ['utm_campaign', 'all'],
    ]),
  });
  expect(content.html).toBe(
    '<a href="https://a.example/?utm_source=own&amp;utm_campaign=Fr%C3%BChling#x">A</a><a href=\'mailto:a@b.example\'>B</a><a href="[[LINK|UNSUBSCRIBE]]">C</a>',
  );
  expect(content.amp).toBe('<a href="https://c.example/?utm_source=news&amp;utm_campaign=Fr%C3%BChling">D</a>');
  expect(content.text_body).toBe('https://b.example/[CONTACT|ID]?utm_source=news&utm_campaign=Fr%C3%BChling.');
});
