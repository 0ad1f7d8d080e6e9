import { readPage } from '../content/page.ts';
import { type Finding, presentable } from '../findings/findings.ts';
import { type Compliance, judgeCompliance } from './compliance.ts';
import { type CheckedMail, judgeAttention } from './rules.ts';

interface Html {
  html: string | null;
}

/** Judges a mail in a worker thread. */
export function judgeMail({ html, ...mail }: Omit<CheckedMail, 'page'> & Html): { score: number; findings: Finding[] } {
  const { score, findings } = judgeAttention({ ...mail, page: pageOf(html) });
  return { score, findings: presentable(findings) };
}

/** Judges in a worker thread what laws and providers ask for. */
export const judgeLaw = ({ html, ...mail }: Omit<Compliance, 'page'> & Html): Finding[] =>
  presentable(judgeCompliance({ ...mail, page: pageOf(html) }));

const pageOf = (html: string | null) => (html === null ? undefined : readPage(html));
