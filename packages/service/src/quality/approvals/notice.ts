import type { MailNotice } from '../../sending/index.ts';

/** The notice above an approval mail: what it is, and the personal link to approve or reject it. */
export const approvalNotice: MailNotice = {
  html:
    '<div style="font:14px/1.5 sans-serif;background:#fff7e0;color:#333;border-bottom:2px solid #e0b000;padding:12px 16px">' +
    'The mailing <b>[[MAILING|NAME]]</b> is waiting for your approval. ' +
    '<a href="[[LINK|APPROVE]]" style="color:#7a4b00;font-weight:bold">Approve or reject it</a>.</div>',
  text: 'The mailing "[[MAILING|NAME]]" is waiting for your approval.\nApprove or reject it: [[LINK|APPROVE]]\n\n',
};
