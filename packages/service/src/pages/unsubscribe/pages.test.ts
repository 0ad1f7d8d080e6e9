import { expect, test } from 'vitest';
import { askPage, donePage } from './pages.ts';

test.each([askPage, (subject: Parameters<typeof donePage>[0]) => donePage(subject, false)])(
  'address and sender are escaped (%#)',
  (page) => {
    const html = page({
      brand: { name: 'R&D <b>' },
      email: '"<i>&"@example.org',
      language: 'en',
      preferences: undefined,
    });
    expect(html).toContain('<dd>&quot;&lt;i&gt;&amp;&quot;@example.org</dd>');
    expect(html).not.toMatch(/<b>|<i>/);
  },
);
