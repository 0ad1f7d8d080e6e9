import type { Mailing } from '../../mailings/index.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Band } from '../../sending/index.ts';

/** The band above an approval mail: what it is, and the personal link to approve or reject it. */
export function approvalBand(link: string, mailing: Mailing): Band {
  const name = escapeHtml(mailing.name);
  return {
    html:
      '<div style="font:14px/1.5 sans-serif;background:#fff7e0;color:#333;border-bottom:2px solid #e0b000;padding:12px 16px">' +
      `This is an approval mail of the mailing <b>${name}</b>. ` +
      `<a href="${escapeHtml(link)}" style="color:#7a4b00;font-weight:bold">Approve or reject it</a>.</div>`,
    text: `This is an approval mail of the mailing "${mailing.name}".\nApprove or reject it: ${link}\n\n`,
  };
}
