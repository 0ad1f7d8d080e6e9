import { badRequest, type TransactionalMailDraft } from '@mailwright/server';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { checkLiquid, TemplateError } from '../../templates/index.ts';
import { findDataFaults } from './data-faults.ts';

/** @throws ApiError 400 if the mail has data and a text that is not valid Liquid, or shows what the data does not have */
export async function checkDraft(accountId: number, draft: TransactionalMailDraft): Promise<void> {
  const { subject = '', html = '', text = '', data, template } = draft;
  if (data === undefined || template !== undefined) return;
  const texts = {
    subject: { template: subject, context: 'header' as const },
    html: { template: html, context: 'html' as const },
    text: { template: text, context: 'plain' as const },
  };
  try {
    const variables = await onBehalfOf(accountId, () => checkLiquid(texts));
    const faults = Object.entries(variables).flatMap(([name, used]) =>
      findDataFaults(used, data).map((fault) => `${name}: ${fault}`),
    );
    if (faults.length > 0)
      throw badRequest(
        `${faults.slice(0, 10).join(' ')} Give it a value, null if there is none, or write a default or a condition in the text.`,
      );
  } catch (error) {
    if (error instanceof TemplateError) throw badRequest(error.message);
    throw error;
  }
}
