import type { OutboxMail } from './pages.ts';

/** First parts of paths whose tokens let nobody act for another person. All other addresses of ours are hidden. */
export const powerless: Readonly<Record<string, string>> = {
  archive: 'contents of a mailing, without its recipients',
  c: 'redirects to a link of the mailing',
  docs: 'documentation',
  k: 'counts a conversion',
  media: 'an image',
  o: 'an image that counts an opening',
  t: 'redirects, or is an image that counts',
};

/** Characters of the shortest token; ids of objects are shorter. */
const token = /[\w-]{16,}/;
/** Something without the characters that end an address in a text, in HTML and in a header field. */
const runs = /[^\s"'<>]+/g;

/**
 * Hides links of ours that have a token. A route that is added later is hidden from its registration on, unless it is listed
 * as powerless.
 */
export class OwnLinks {
  readonly #places = new Set<string>();
  #pattern: RegExp | undefined;

  /** @param route path as the router has it, such as `/u/:token` */
  add(route: string): void {
    const [, place] = /^\/([\w-]+)/.exec(route) ?? [];
    if (place === undefined || Object.hasOwn(powerless, place)) return;
    this.#places.add(place);
    this.#pattern = undefined;
  }

  /** Returns a text in which the addresses end where their tokens begin. */
  hide(text: string): string {
    return text.replace(runs, (run) => {
      const end = this.#endOfPlace(run);
      return end === undefined || !token.test(run.slice(end)) ? run : `${run.slice(0, end)}…`;
    });
  }

  /** Host names are not compared: mails in the outbox may be older than the present public URL. */
  #endOfPlace(run: string): number | undefined {
    this.#pattern ??= new RegExp(`(?:/|%2F)(?:${[...this.#places].join('|')})(?:[/?#]|%2F|%3F|%23)|mailto:`, 'i');
    const found = this.#pattern.exec(run);
    return found === null ? undefined : found.index + found[0].length;
  }

  hideIn({ name, email }: OutboxMail): OutboxMail {
    const hide = (part: string | undefined) => part && this.hide(part);
    const headers = email.headers.map((header) => ({ ...header, value: this.hide(header.value) }));
    return {
      name,
      email: { ...email, headers, html: hide(email.html), text: hide(email.text) } as OutboxMail['email'],
    };
  }
}
