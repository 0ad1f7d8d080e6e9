import { expect, test } from 'vitest';
import { trackingPlan } from '../../tracking/index.ts';
import { withLinksOfMadeText } from './tracked-links.ts';

test('links of a text that is made from the HTML count as those of the HTML', () => {
  const html = '<a href="https://a.example/?x=1&amp;y=2">A</a> <a href="https://b.example">B</a>';
  const plan = trackingPlan('anonymous', { html, text: null });
  const links = { plan, ids: { html: [11, 12], text: [] } };
  const text = 'B <https://b.example> https://other.example A <https://a.example/?x=1&y=2>';
  const { plan: both, ids } = withLinksOfMadeText(links, trackingPlan('anonymous', { html: null, text }).text);
  expect(both.text.map(({ start, end }) => text.slice(start, end))).toEqual([
    'https://b.example',
    'https://a.example/?x=1&y=2',
  ]);
  expect(ids).toEqual({ html: [11, 12], text: [12, 11] });
});
