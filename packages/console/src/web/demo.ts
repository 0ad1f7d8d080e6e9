import { html } from '../html.ts';
import { chosenLanguage } from '../language.ts';
import { type Say, sayIn, words } from '../words.ts';

/** What a demo tells everybody. */
export interface ConsoleDemo {
  /** Signs everybody in. */
  key: string;
  /** Time of the next reset. */
  resetsAt(): Date;
}

export const demoWasReset = words(
  'The demo was reset while you worked: everything is as it was at the beginning. Enter it again.',
);

/** Adds to a page, above everything else, that it belongs to a demo, in the language of the page. */
export async function withDemoNote(response: Response, demo: ConsoleDemo): Promise<Response> {
  const { headers } = response;
  const isForeign = headers.get('content-security-policy')?.startsWith('sandbox');
  if (isForeign || !headers.get('content-type')?.startsWith('text/html')) return response;
  const page = await response.text();
  const say = sayIn(chosenLanguage(/^<!DOCTYPE html><html lang="(\w+)">/.exec(page)?.[1], 'en'));
  return new Response(
    page.replace('<body>', () => `<body>${note(say, demo)}`),
    response,
  );
}

function note(say: Say, { resetsAt }: ConsoleDemo): string {
  const time = new Intl.DateTimeFormat(say.language, { timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' });
  const text = say(
    'This is a demo; it is reset at {time} (UTC). Everything in it is invented, everybody may try everything, and no mail leaves it.',
    { time: time.format(resetsAt()) },
  );
  return String(html`<p class="notice busy" role="note">${text}</p>`);
}
