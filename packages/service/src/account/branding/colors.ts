/** Pages, and mails in dark mode, on which text is drawn in the color of an account. */
export const pagePapers = { light: '#ffffff', dark: '#161b26', darkMail: '#242a30' } as const;

/** Contrast that text needs at least (WCAG 2.2, 1.4.3 level AA). */
export const readable = 4.5;

type Channels = [red: number, green: number, blue: number];

const channelsOf = (color: string): Channels => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const toColor = (channels: Channels) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance of a color `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the color, or the nearest shade of it that is readable on a page. */
export function readableShade(color: string, page: keyof typeof pagePapers): string {
  const end: Channels = page === 'light' ? [0, 0, 0] : [255, 255, 255];
  for (let percent = 0; percent < 100; percent++) {
    const shade = toColor(channelsOf(color).map((from, n) => from + ((end[n]! - from) * percent) / 100) as Channels);
    if (contrast(shade, pagePapers[page]) >= readable) return shade;
  }
  return toColor(end);
}

const form = /^#[0-9a-f]{6}$/i;

/** Returns why a text cannot be used as a color on a page, with a shade that can, or `undefined`. */
export function colorFault(name: string, color: string, page: keyof typeof pagePapers): string | undefined {
  if (!form.test(color)) return `${name} "${color}" is not a color such as #1f5fbf`;
  const ratio = contrast(color, pagePapers[page]);
  if (ratio >= readable) return undefined;
  // Rounded down: 4.49 would else be told as 4.5.
  const told = (Math.floor(ratio * 10) / 10).toFixed(1);
  return `${name} "${color}" has a contrast of ${told} to 1 on the ${page} page, but text needs ${readable} to 1; ${readableShade(color, page)} has it`;
}
