import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { checkLiquid, type Engine, TemplateError, toPlainText } from '../../templates/index.ts';

/** Nobody waits for a response, and threads of a busy machine start late. */
const deadlineMillis = 30_000;

/**
 * Returns the text that mails get beside their HTML if their author has written none (RFC 2046, section 5.1.4). `null` if there
 * is no HTML, or none can be made of it: a mail is sent with its HTML alone then.
 */
export async function textAlternative(
  accountId: number,
  engine: Engine,
  { html, text }: { html: string | null; text: string | null },
): Promise<string | null> {
  if (!html || text) return null;
  return onBehalfOf(accountId, async () => {
    try {
      const made = await toPlainText(html, deadlineMillis);
      // Markup of Liquid may stand where the HTML has no text, such as in attributes.
      if (engine === 'liquid') await checkLiquid({ text: { template: made, context: 'plain' } });
      return made || null;
    } catch (error) {
      if (error instanceof TemplateError) return null;
      throw error;
    }
  });
}
