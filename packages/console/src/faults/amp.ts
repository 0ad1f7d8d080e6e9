import { words } from '../words.ts';
import type { SentencePattern } from './sentences.ts';

const beginning = /^The AMP part cannot be shown by mail programs: /;

const reasons: readonly SentencePattern[] = [
  [/it must have at most 200,000 bytes.*/, words('The AMP part is too long: it may have at most 200,000 bytes.')],
  [/it must begin with (?<element><.*>)/, words('The AMP part must begin with {element}.')],
  [
    /its html element must be (?<element><.*>) or (?<other><.*>)/,
    words('The AMP part must have the element {element} or {other}.'),
  ],
  [/it has no (?<element><.*>)/, words('The AMP part has no {element}.')],
  [
    /(?<element><.*>) must come first in its (?<head><.*>)/,
    words('In {head} of the AMP part, {element} must come first.'),
  ],
  [/its (?<head><head>) must have (?<element><.*>)/, words('The AMP part lacks {element} in its {head}.')],
  [
    /(?<element><[^>]*>) is forbidden; use (?<instead><.*>)/,
    words('AMP for Email forbids {element}; write {instead} instead.'),
  ],
  [
    /(?<element><.*>) is forbidden; actions .*/,
    words('AMP for Email forbids {element}; actions stand in the attribute “on”.'),
  ],
  [/(?<element><.*>) is forbidden/, words('AMP for Email forbids {element}.')],
  [/(?<element><.*>) leads to a script, .*/, words('AMP for Email forbids links to scripts, as in {element}.')],
  [
    /scripts are forbidden but .*/,
    words('AMP for Email forbids scripts, except those of AMP itself and data of the type application/json.'),
  ],
  [
    /the attribute "(?<name>.*)" is an expression of .*/,
    words('The attribute “{name}” of the AMP part is an expression, in which no tags can be filled.'),
  ],
  [/.*/, words('The AMP part does not follow the rules of AMP for Email.')],
];

/** Why the API refuses a part in AMP for Email. */
export const ampRefusals: readonly SentencePattern[] = reasons.map(([reason, said]) => [
  new RegExp(`${beginning.source}${reason.source}\\.$`, 's'),
  said,
]);
