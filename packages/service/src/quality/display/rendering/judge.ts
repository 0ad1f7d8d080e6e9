import type { Finding } from '../../findings/findings.ts';
import type { Rendering } from './render.ts';

/** Returns findings about elements that exceed the width of the window. */
export function judgeRenderings(renderings: readonly Rendering[]): Finding[] {
  return renderings.flatMap(({ width, contentWidth, wide }) => {
    if (contentWidth <= width) return [];
    const overflow: Finding = {
      code: 'overflow',
      severity: 'warning',
      message: `In a window of ${width} pixels the page is ${contentWidth} pixels wide and requires horizontal scrolling.`,
    };
    return [overflow, ...wide.map((element) => judgeElement(element, width))];
  });
}

const judgeElement = ({ name, tag, width: own }: Rendering['wide'][number], width: number): Finding => ({
  code: name === 'img' ? 'image_too_wide' : 'element_too_wide',
  severity: 'warning',
  message: `At a width of ${width} pixels, <${name}> exceeds the window; it is ${own} pixels wide.`,
  location: tag,
});
