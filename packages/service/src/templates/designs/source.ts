import { escapeHtml } from '../../platform/text/escape.ts';

/** Parts that several designs share, by the path that their `mj-include` names. */
export type Parts = (path: string) => string;
/** DesignTexts of a design by name, as plain text. */
export type DesignTexts = Readonly<Record<string, string>>;

const include = /^[ \t]*<mj-include path="([^"]+)" \/>\n/gm;
const place = /@\{([A-Za-z0-9]+)\}/g;

/**
 * Returns the MJML of a design as an account gets it: its parts are put in, since `compileMjml` reads no files, and its texts,
 * which stand as `@{name}`.
 * @throws Error if a text is missing
 */
export function fillDesign(source: string, parts: Parts, texts: DesignTexts): string {
  const whole = source.replaceAll(include, (_, path: string) => parts(path));
  return whole.replaceAll(place, (_, name: string) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`The design has no text "${name}".`);
    return escapeHtml(text);
  });
}

/** Returns the names of the texts that a design shows. */
export const textNames = (source: string, parts: Parts): ReadonlySet<string> =>
  new Set(
    Array.from(source.replaceAll(include, (_, path: string) => parts(path)).matchAll(place), ([, name]) => name!),
  );
