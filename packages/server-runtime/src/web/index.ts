/** Defences of servers that browsers talk to. Every server of this project has these and no others (docs/decisions/console.md). */
export { ApiError } from '../api-error.ts';
export { BodiesUnderWay, type BodyUnderWay } from '../bodies-under-way.ts';
export { chunksOf } from '../bytes.ts';
export { type SecretCookie, secretCookie } from './cookies.ts';
export { csvLine, neutralizeFormula, parseLines, restoreFormula, separatedLine } from './csv.ts';
export { type FormBounds, FormFault, parseForm, readForm, usualForm } from './forms.ts';
export { addStrictHeaders, pageHeadersWith, policySource, strictHeaders } from './headers.ts';
export { fetchListener } from './listener.ts';
export { isFromOtherSite } from './other-site.ts';
