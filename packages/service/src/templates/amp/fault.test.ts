import { expect, test } from 'vitest';
import { ampPage } from '../../../test/support/amp.ts';
import { findAmpFault } from './fault.ts';

const component =
  '<script async custom-element="amp-form" src="https://cdn.ampproject.org/v0/amp-form-0.1.js"></script>';
const data = '<amp-state id="s"><script type="application/json">{"a": "<img>"}</script></amp-state>';
const minimal = ampPage('Hello');

test.each([
  ['the least', minimal],
  ['the mark in letters', minimal.replace('⚡4email', 'amp4email data-css-strict')],
  ['the mark as some keyboards write it', minimal.replace('⚡', '⚡\ufe0f')],
  [
    'capital letters, line breaks and closed elements',
    minimal.replace('<!doctype', '\r\n<!DOCTYPE').replace('utf-8">', 'UTF-8" />'),
  ],
  ['the boilerplate in lines', minimal.replace('body{visibility:hidden}', '\n body {\n  visibility: hidden;\n }\n')],
  ['components and their data', ampPage(`${data}<amp-img src="a.png" width="1" height="1"></amp-img>`, component)],
  [
    'actions and expressions',
    ampPage('<p on="tap:AMP.setState({a: 1})" [text]="a + \'b\'">[[CONTACT|FIRSTNAME|friend]]</p>'),
  ],
  [
    'tags in addresses',
    ampPage('<a href="https://shop.example/?n=[CONTACT|ID]">x</a><a href="[[LINK|UNSUBSCRIBE]]">y</a>'),
  ],
  ['a forbidden element in a comment', ampPage('<!-- <img src="a.png"> -->')],
  ['moustaches', ampPage('<template type="amp-mustache">{{#a}}{{b}}{{/a}}</template>')],
])('%s is right', (_, amp) => {
  expect(findAmpFault(amp)).toBeUndefined();
});

test.each([
  ['too much', ampPage('ü'.repeat(100_000)), /^it must have at most 200,000 bytes but has 200,\d{3}$/],
  ['no doctype', minimal.slice(15), 'it must begin with <!doctype html>'],
  [
    'HTML',
    '<!doctype html><html><head></head><body></body></html>',
    'its html element must be <html ⚡4email> or <html amp4email>',
  ],
  ['AMP of the web', minimal.replace('⚡4email', '⚡'), 'its html element must be <html ⚡4email> or <html amp4email>'],
  [
    'the mark as a text alone',
    '<!doctype html><p>⚡4email</p>',
    'its html element must be <html ⚡4email> or <html amp4email>',
  ],
  ['no head', '<!doctype html><html amp4email><body></body></html>', 'it has no <head>'],
  ['no body', minimal.replace('<body>', '').replace('</body>', ''), 'it has no <body>'],
  ['no charset', minimal.replace('<meta charset="utf-8">', ''), '<meta charset="utf-8"> must come first in its <head>'],
  ['another charset', minimal.replace('utf-8', 'iso-8859-1'), '<meta charset="utf-8"> must come first in its <head>'],
  [
    'a charset behind others',
    ampPage('').replace('<meta', '<title>x</title><meta'),
    '<meta charset="utf-8"> must come first in its <head>',
  ],
  [
    'no boilerplate',
    minimal.replace(/<style.*<\/style>/, ''),
    'its <head> must have <style amp4email-boilerplate>body{visibility:hidden}</style>',
  ],
  ['more in the boilerplate', minimal.replace('hidden}', 'hidden}p{color:red}'), /amp4email-boilerplate/],
  [
    'no script of AMP',
    minimal.replace(/<script.*<\/script>/, ''),
    'its <head> must have <script async src="https://cdn.ampproject.org/v0.js"></script>',
  ],
  ['it in the body', minimal.replace(/(<script.*<\/script>)(<\/head><body>)/, '$2$1'), /^its <head> must have <script/],
  ['another script', ampPage('<script>alert(1)</script>'), /^scripts are forbidden but for those of AMP/],
  [
    'a script of others',
    ampPage('', '<script async src="https://evil.example/v0.js"></script>'),
    /^scripts are forbidden/,
  ],
  [
    'a script of a host that begins alike',
    ampPage('', '<script async src="https://cdn.ampproject.org.evil.example/v0/a.js"></script>'),
    /^scripts are forbidden/,
  ],
  [
    'a script that is not fetched aside',
    ampPage('', '<script src="https://cdn.ampproject.org/v0/amp-form-0.1.js"></script>'),
    /^scripts are forbidden/,
  ],
  ['img', ampPage('<IMG src="a.png">'), '<img> is forbidden; use <amp-img>'],
  ['iframe', ampPage('<iframe src="https://a.example"></iframe>'), '<iframe> is forbidden'],
  [
    'an event',
    ampPage('<p onclick="a()">x</p>'),
    '<p onclick> is forbidden; actions of AMP stand in the attribute "on"',
  ],
  [
    'an address of a script',
    ampPage('<a href="java&#115;cript:a()">x</a>'),
    '<a href> leads to a script, which is forbidden',
  ],
  [
    'a tag in an expression',
    ampPage('<p [text]="\'[[CONTACT|FIRSTNAME]]\'">x</p>'),
    'the attribute "[text]" is an expression of AMP, in which no tags can be filled',
  ],
  [
    'a tag in an action',
    ampPage('<p on="tap:AMP.setState({a: \'[[CONTACT|FIRSTNAME]]\'})">x</p>'),
    /^the attribute "on" is an expression/,
  ],
])('%s is told', (_, amp, fault) => {
  expect(findAmpFault(amp)).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
});
