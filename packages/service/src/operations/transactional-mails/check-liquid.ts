import { badRequest, type TransactionalMailDraft } from '@mailwright/server';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { checkLiquid, TemplateError } from '../../templates/index.ts';

/** @throws ApiError 400 if the mail has data and a text that is not valid Liquid */
export async function checkDraft(accountId: number, draft: TransactionalMailDraft): Promise<void> {
  const { subject = '', html = '', text = '', data, template } = draft;
  if (data === undefined || template !== undefined) return;
  const texts = {
    subject: { template: subject, context: 'header' as const },
    html: { template: html, context: 'html' as const },
    text: { template: text, context: 'plain' as const },
  };
  try {
    await onBehalfOf(accountId, () => checkLiquid(texts));
  } catch (error) {
    if (error instanceof TemplateError) throw badRequest(error.message);
    throw error;
  }
}
