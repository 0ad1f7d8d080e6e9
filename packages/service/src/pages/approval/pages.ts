import { page } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Approval } from '../../quality/index.ts';

/** The page behind the link of an approval mail: what was decided, and the form to decide. */
export function approvalPage(
  approval: Approval,
  mailing: { name: string; subject: string },
  /** Of the mail as its recipient got it. */
  mailAddress: string,
): string {
  return page(
    `Approve ${mailing.name}`,
    `<h1>Approve this mailing?</h1>
<dl><dt>Mailing</dt><dd>${escapeHtml(mailing.name)}</dd><dt>Subject</dt><dd>${escapeHtml(mailing.subject)}</dd>
<dt>Sent to</dt><dd>${escapeHtml(approval.email)}</dd></dl>
${decided(approval)}
<form method="post"><p><label for="comment">Comment (optional)</label></p>
<textarea id="comment" name="comment" maxlength="1000">${escapeHtml(approval.comment ?? '')}</textarea>
<div class="row"><button class="good" name="decision" value="approved">Approve</button>
<button class="bad" name="decision" value="rejected">Reject</button></div></form>
<h2>The mail</h2><iframe title="The mail" sandbox="" src="${escapeHtml(mailAddress)}"></iframe>`,
  );
}

function decided({ decision }: Approval): string {
  return decision === null ? '' : `<p>You have <b>${decision}</b> it. You can change your mind.</p>`;
}

/** For unknown links, and for those that a newer sendout or a change of the mailing has ended. */
export const approvalGonePage = page(
  'Link not valid',
  '<h1>This link is no longer valid</h1><p>The mailing was changed or sent for approval again. Please use the latest mail.</p>',
);
