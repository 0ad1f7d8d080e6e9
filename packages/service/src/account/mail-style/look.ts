import type { AccountMailStyleDraft } from '@mailwright/server';
import { contrast, readable, readableShade } from '../branding/colors.ts';

/** Style of the mailings of an account; what is absent is as a design has it. */
export type MailStyle = AccountMailStyleDraft;

/** Fonts that mail programs have, by name, each with what stands in for it. */
const fonts: Record<NonNullable<MailStyle['font']>, string> = {
  arial: 'Arial, Helvetica, sans-serif',
  helvetica: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  verdana: 'Verdana, Geneva, sans-serif',
  trebuchet: "'Trebuchet MS', Tahoma, sans-serif",
  georgia: "Georgia, 'Times New Roman', serif",
  times: "'Times New Roman', Times, serif",
  courier: "'Courier New', Courier, monospace",
};

const [white, black] = ['#ffffff', '#161b26'] as const;

/** Color of the text of a button, if it has none of its own. */
export const textOn = (button: string): string => (contrast(white, button) >= readable ? white : black);

/** Values of the places in designs that a style fills: `@{accent|#1f5a45}`. */
export function lookOf(style: MailStyle): Record<string, string> {
  const { color, text_color, background_color, font, button_color = color, button_text_color, button_radius } = style;
  const look: Record<string, string | undefined> = {
    accent: color,
    ink: text_color,
    page: background_color,
    ...(font && { font: fonts[font], serif: fonts[font] }),
    ...(color && {
      accentDark: readableShade(color, 'darkMail'),
      onAccentDark: black,
      onBand: white,
      bandButton: white,
      onBandButton: color,
    }),
    ...(button_color && { button: button_color, onButton: button_text_color ?? textOn(button_color) }),
    ...(button_radius !== undefined && { radius: `${button_radius}px` }),
  };
  return Object.fromEntries(Object.entries(look).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Name of the class that marks the attributes that are of the style, so that they are found and replaced. */
const mark = 'brand';

/** Returns an element for the head of MJML with which all blocks have the style; empty if there is nothing to say. */
export function styleElement(style: MailStyle): string {
  const { ink, page, font, button, onButton, radius } = lookOf(style);
  const elements: [name: string, attributes: Record<string, string | undefined>][] = [
    ['mj-all', { 'font-family': font }],
    ['mj-body', { 'background-color': page }],
    ['mj-text', { color: ink }],
    ['mj-table', { color: ink }],
    ['mj-button', { 'background-color': button, color: onButton, 'border-radius': radius }],
  ];
  const printed = elements.flatMap(([name, attributes]) => {
    const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
    const text = given.map(([attribute, value]) => ` ${attribute}="${value}"`).join('');
    return text === '' ? [] : `\n  <${name}${text} />`;
  });
  return printed.length === 0
    ? ''
    : `<mj-attributes>\n  <mj-class name="${mark}" />${printed.join('')}\n</mj-attributes>`;
}
