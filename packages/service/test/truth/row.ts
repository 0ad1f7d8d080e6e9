import type { TestService } from '../support/service.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import type { Browser } from '../support/users.ts';

/** A service of its own with a person at the console, and the server that its mails go to. */
export interface World {
  service: TestService;
  sink: SmtpSink;
  browser: Browser;
  /** HTML of a page as the person gets it. */
  page(path: string): Promise<string>;
  /** Sends a form of a page; returns the page that follows, and its address. */
  press(from: string, action: string, fields?: Record<string, string>): Promise<{ address: string; html: string }>;
}

/** One thing that pages say, or that a button promises. */
export interface Row {
  /** Routes that it judges, as the console has them: `POST /mailings/:id/send`. */
  routes: readonly string[];
  title: string;
  /** Changes the world by the API, and compares what the page says then with what API and sink say. */
  judge(world: World): Promise<void>;
}

/** Text of a page or a part of it, without tags. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:nbsp|#160);/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

/** Value of a fact on a page (`<dt>` and `<dd>`). */
export function factOf(html: string, label: string): string {
  const fact = new RegExp(`<dt>${label}</dt><dd>([\\s\\S]*?)</dd>`).exec(html)?.[1];
  if (fact === undefined) throw new Error(`The page has no fact "${label}".`);
  return textOf(fact).trim();
}

/** Codes of the obstacles that a page shows. */
export const obstaclesOf = (html: string): string[] =>
  Array.from(html.matchAll(/data-obstacle="(\w+)"/g), ([, code]) => code!);

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Fields of the form of an action as a browser would send them, without files. With `having`, of the form that contains this text. */
export function fieldsOf(html: string, action: string, having = ''): Record<string, string> {
  const forms = Array.from(html.matchAll(/<form method="post"[^>]* action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g));
  const form = forms.find(([, to, inner]) => to === action && inner!.includes(having))?.[2];
  if (form === undefined) throw new Error(`The page has no form for ${action}.`);
  const fields: Record<string, string> = {};
  for (const [, inner] of form.matchAll(/<input([^>]*)>/g)) {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(` ${inner}`)?.[1];
    const isChoice = /checkbox|radio/.test(of('type') ?? '');
    if (of('type') !== 'file' && (!isChoice || inner!.endsWith(' checked') || inner!.includes(' checked ')))
      fields[of('name')!] = unescaped(of('value') ?? '');
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea>/g))
    fields[name!] = unescaped(text!);
  for (const [, name, options] of form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name!] = unescaped((/value="([^"]*)" selected/.exec(options!) ?? /value="([^"]*)"/.exec(options!))![1]!);
  return fields;
}
