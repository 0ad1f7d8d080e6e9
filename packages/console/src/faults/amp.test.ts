import { expect, test } from 'vitest';
import { sayIn } from '../words.ts';
import { sayFault } from './said-faults.ts';

test.each([
  [
    'it must have at most 200,000 bytes but has 200,170',
    'The AMP part is too long: it may have at most 200,000 bytes.',
  ],
  ['it must begin with <!doctype html>', 'The AMP part must begin with <!doctype html>.'],
  [
    'its html element must be <html ⚡4email> or <html amp4email>',
    'The AMP part must have the element <html ⚡4email> or <html amp4email>.',
  ],
  ['it has no <body>', 'The AMP part has no <body>.'],
  [
    '<meta charset="utf-8"> must come first in its <head>',
    'In <head> of the AMP part, <meta charset="utf-8"> must come first.',
  ],
  [
    'its <head> must have <style amp4email-boilerplate>body{visibility:hidden}</style>',
    'The AMP part lacks <style amp4email-boilerplate>body{visibility:hidden}</style> in its <head>.',
  ],
  ['<img> is forbidden; use <amp-img>', 'AMP for Email forbids <img>; write <amp-img> instead.'],
  ['<iframe> is forbidden', 'AMP for Email forbids <iframe>.'],
  [
    '<p onclick> is forbidden; actions of AMP stand in the attribute "on"',
    'AMP for Email forbids <p onclick>; actions stand in the attribute “on”.',
  ],
  ['<a href> leads to a script, which is forbidden', 'AMP for Email forbids links to scripts, as in <a href>.'],
  [
    'scripts are forbidden but for those of AMP itself (<script async src="https://cdn.ampproject.org/v0…">) and data of the type application/json',
    'AMP for Email forbids scripts, except those of AMP itself and data of the type application/json.',
  ],
  [
    'the attribute "[text]" is an expression of AMP, in which no tags can be filled',
    'The attribute “[text]” of the AMP part is an expression, in which no tags can be filled.',
  ],
  ['something new', 'The AMP part does not follow the rules of AMP for Email.'],
])('%s: %s', (reason, wanted) => {
  const message = `The AMP part cannot be shown by mail programs: ${reason}.`;
  expect(sayFault(sayIn('en'), 'setMailingContents', message)).toBe(wanted);
});
