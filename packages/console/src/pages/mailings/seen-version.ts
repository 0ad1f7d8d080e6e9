import { textOf } from '../../components/forms.ts';
import { type Html, html } from '../../html.ts';

/** The version of the mailing that the page shows, for what its reader decides. */
export const versionField = (version: string): Html => html`<input type="hidden" name="version" value="${version}">`;

/** The version that the sender of a form has seen, as the API takes it. A form without one names a version that no mailing has. */
export const seen = (form: FormData) => ({ 'If-Match': `"${textOf(form, 'version')}"` });
