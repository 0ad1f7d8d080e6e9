import { escapeHtml } from '../../platform/text/escape.ts';

/** Parts that several designs share, by the path that their `mj-include` names. */
export type Parts = (path: string) => string;
/** Texts of a design by name, as plain text; a line break is one in the mail. */
export type DesignTexts = Readonly<Record<string, string>>;

const include = /^[ \t]*<mj-include path="([^"]+)" \/>\n/gm;
const place = /@\{([A-Za-z0-9]+)\}/g;
/** A place that the style of an account may fill, with what the design has there: `@{accent|#1f5a45}`. */
const styled = /@\{([A-Za-z]+)\|([^{}]*)\}/g;
const sender = /<mj-text([^<>]*)>@\{sender\|[^{}]*\}<\/mj-text>/g;

/**
 * Returns the MJML of a design as an account gets it: its parts are put in, since `compileMjml` reads no files, the look of the
 * account, and its texts, which stand as `@{name}`.
 * @throws Error if a text is missing
 */
export function fillDesign(source: string, parts: Parts, texts: DesignTexts, look: Look = { values: {} }): string {
  const whole = source.replaceAll(include, (_, path: string) => parts(path));
  return dressDesign(whole, look).replaceAll(place, (_, name: string) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`The design has no text "${name}".`);
    return escapeHtml(text).replaceAll('\n', '<br />');
  });
}

/** What an account has in place of what a design has. */
export interface Look {
  /** Colors, fonts and the like by the names of their places. */
  values: Readonly<Record<string, string>>;
  /** Shown in place of the name of the account, where a design says so. */
  logo?: { url: string; width: number } | undefined;
}

/** Returns a source as it looks for an account: only the places change that the design offers. */
function dressDesign(source: string, { values, logo }: Look): string {
  const shown = logo === undefined ? source : source.replaceAll(sender, (_, text: string) => logoElement(text, logo));
  return shown.replaceAll(styled, (_, name: string, own: string) =>
    Object.hasOwn(values, name) ? values[name]! : own,
  );
}

/** An image that stands where a text was: only its place is that of the text. */
function logoElement(attributes: string, { url, width }: NonNullable<Look['logo']>): string {
  const kept = attributes.match(/ (?:padding[a-z-]*|align)="[^"]*"/g) ?? [];
  const place = kept.some((each) => each.startsWith(' align')) ? kept : [' align="left"', ...kept];
  return `<mj-image css-class="in" src="${url}" alt="[[ACCOUNT|NAME]]" width="${width}px" padding="0 40px"${place.join('')} />`;
}

/** Returns the names of the texts that a design shows. */
export const textNames = (source: string, parts: Parts): ReadonlySet<string> =>
  new Set(
    Array.from(source.replaceAll(include, (_, path: string) => parts(path)).matchAll(place), ([, name]) => name!),
  );
