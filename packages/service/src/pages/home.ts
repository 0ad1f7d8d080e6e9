import { page } from '../platform/http/page.ts';

/** The page at the root of the service. */
export function homePage(hasOutbox: boolean): string {
  const outbox = hasOutbox
    ? '<li><a href="/outbox"><b>Outbox</b><br><span class="soft">Mails that were kept here</span></a></li>'
    : '';
  return page(
    'Home',
    `<h1>Mailwright is running</h1><ul class="plain"><li><a href="/docs"><b>Documentation</b><br>
<span class="soft">Every operation, with examples</span></a></li>${outbox}</ul><p class="soft">The API is below <code>/1.0</code>.</p>`,
  );
}

export const notFoundPage = page('Not found', '<h1>There is nothing here</h1><p><a href="/">Home</a></p>');
