/** What contents are written in. */
export type Notation = 'html' | 'mjml';

/** What a form was written in. The other one may be in it too, to be taken along. */
export const notationOf = (form: FormData): Notation =>
  (form.get('notation') ?? (form.has('mjml') ? 'mjml' : 'html')) === 'mjml' ? 'mjml' : 'html';
