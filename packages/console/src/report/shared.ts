import type { MailingReport } from '@mailwright/client';
import { completeDocument } from '../components/layout.ts';
import { html } from '../html.ts';
import type { Language } from '../language.ts';
import { sayIn } from '../words.ts';
import { reportContents } from './contents.ts';

interface SharedReport {
  report: MailingReport;
  language: Language;
  timeZone: string;
  /** Address of the mail with its clicks. */
  map: string;
}

/** The report of a mailing as a page for those who have its address: the figures of its team, without a name of anybody. */
export function sharedReport({ report, language, timeZone, map }: SharedReport): string {
  const say = sayIn(language);
  const title = say('Report of {name}', { name: report.name });
  const contents = reportContents({ say, account: { timeZone } }, report, { map });
  return String(completeDocument(say, title, html`<main class="shared"><h1>${title}</h1>${contents}</main>`));
}
