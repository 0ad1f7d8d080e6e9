export {
  type CompiledTexts,
  compileTexts,
  type Engine,
  engineOf,
  fillTexts,
  type Values,
} from './compile-texts.ts';
export { imagesInHtml, replaceImages } from './images.ts';
export type { LiquidValues, Texts } from './liquid/compile.ts';
export { isConditional } from './liquid/conditional.ts';
export type { Variable } from './liquid/messages.ts';
export { defaultLocale } from './locale.ts';
export { insertAtBodyStart } from './personalization/body.ts';
export {
  compileTemplate,
  type Replacement,
  render,
  type Sources,
  type Template,
} from './personalization/compile.ts';
export type { TextContext } from './personalization/tag-positions.ts';
export { findTags, type Tag } from './personalization/tags.ts';
export { TemplateError } from './personalization/template-error.ts';
export { feedPlaces, fillHeads, fillPlaces } from './rss/content.ts';
export { dateFormat } from './rss/date-format.ts';
export { isFeedField, isFeedTag } from './rss/fill.ts';
export { contentSizeFault, maxContentKb } from './size.ts';
