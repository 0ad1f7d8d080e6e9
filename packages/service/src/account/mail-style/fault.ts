import { colorFault, contrast, readable } from '../branding/colors.ts';
import { type MailStyle, textOn } from './look.ts';

/** Color of the small texts on the background of designed templates. */
const footerText = '#5c656c';

/** Returns why an account cannot have a style, or `undefined`: text in it must be readable. */
export function styleFault({
  color,
  text_color,
  background_color,
  button_color = color,
  button_text_color,
}: MailStyle): string | undefined {
  return (
    (color !== undefined && colorFault('color', color, 'light')) ||
    (text_color !== undefined && colorFault('text_color', text_color, 'light')) ||
    (background_color !== undefined && backgroundFault(background_color)) ||
    buttonFault(button_color, button_text_color) ||
    undefined
  );
}

const backgroundFault = (color: string): string | undefined =>
  contrast(color, footerText) < readable
    ? `background_color "${color}" is too dark for the small texts on it; choose a light one such as #f2f1ed`
    : undefined;

function buttonFault(button: string | undefined, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (button === undefined) return 'button_text_color needs button_color or color';
  if (contrast(button, text) >= readable) return undefined;
  return `button_text_color "${text}" is hard to read on ${button}; ${textOn(button)} has the contrast`;
}
