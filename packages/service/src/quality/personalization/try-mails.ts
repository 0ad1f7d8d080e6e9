import type { Recipient } from '../../sending/index.ts';
import { type CompiledTexts, TemplateError } from '../../templates/index.ts';
import { type Finding, templateFinding } from '../findings/findings.ts';
import type { ContentName } from './contents.ts';

/** So many that fail are enough: each may have taken all the time that a mail has. */
const enough = 20;

/** Fills contents for recipients; tells for how many that failed, and why. */
export async function tryMails(
  { templatesFor }: CompiledTexts<ContentName, Recipient>,
  recipients: readonly Recipient[],
): Promise<{ errors: number; findings: Finding[] }> {
  let errors = 0;
  const findings = new Map<string, Finding>();
  for (const recipient of recipients) {
    if (errors === enough) break;
    await templatesFor(recipient).catch((error) => {
      if (!(error instanceof TemplateError)) throw error;
      errors++;
      findings.set(error.message, templateFinding(error));
    });
  }
  return { errors, findings: [...findings.values()] };
}
