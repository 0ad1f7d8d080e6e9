import { words } from '../words.ts';
import { knownSentences } from './sentences.ts';

const nobody = words('Nobody in the segment may get mail.');

/** What the console says for findings of checks, in the words of people. */
export const findings = knownSentences(
  [],
  [
    [
      /^The \w+ has no link to unsubscribe/,
      words('There is no link to unsubscribe. Add [[LINK|UNSUBSCRIBE]] to each part.'),
    ],
    [
      /^No imprint was found/,
      words('There is no imprint: name the sender with a postal address, or link to a page with it.'),
    ],
    [
      /^(?<points>\S+) of 100 points; a mailing should have at least (?<least>\d+)\.$/,
      words('{points} of 100 points; {least} are good.'),
    ],
    [
      /^The mail has (?<points>\S+) points; many filters treat mails with (?<most>\S+) points as spam\.$/,
      words('The mail has {points} points; many filters treat mails with {most} points as spam.'),
    ],
    [/^SpamAssassin could not be asked: /, words('The spam filter could not be asked.')],
    // Images
    [/^An image has no URL\.$/, words('An image has no address.')],
    [
      /^An image has no alt text/,
      words('An image has no description. People who see no images do not know what is missing.'),
    ],
    [
      /^The image is loaded over http;/,
      words('The image is loaded without encryption; several mail apps do not show it.'),
    ],
    [
      /^Images inside of the HTML are not shown/,
      words('Images inside of the HTML are not shown by Gmail and Outlook. Upload them instead.'),
    ],
    [
      /^The URL of the image does not begin with https/,
      words('The address of the image does not begin with https://, so nobody sees it.'),
    ],
    [/^The image cannot be loaded: (?<reason>.*)\.$/s, words('The image cannot be loaded: {reason}.')],
    [
      /^The server answers (?<status>\d+) for the image\.$/,
      words('The image cannot be loaded: its server answers {status}.'),
    ],
    [/^The response of the server is not an image\.$/, words('There is no image at this address.')],
    [
      /^Images of the type (?<type>.*) are not shown by all mail programs\.$/,
      words('Images of the type {type} are not shown by all mail apps.'),
    ],
    [
      /^The image has (?<size>\d+) KB; more than 500 KB load slowly\.$/,
      words('The image has {size} kB; more than 500 kB load slowly.'),
    ],
    [
      /^All images together have (?<size>\S+) MB; more than 2 MB load slowly\.$/,
      words('All images together have {size} MB; more than 2 MB load slowly.'),
    ],
    // Display
    [
      /^The mailing has no text of its own\./,
      words('There is no text version of its own. People who see no HTML get one that is made from it.'),
    ],
    [/^(?<app>.+) does not support: (?<features>.*)\.$/s, words('{app} does not support: {features}.')],
    [/^The page could not be rendered with Chromium: /, words('The mail could not be drawn.')],
    [
      /^Without a DOCTYPE /,
      words('The first line <!doctype html> is missing; some mail apps lay the mail out differently.'),
    ],
    [/^The HTML ends inside of a tag;/, words('The HTML ends inside of a tag; a quotation mark or “>” is missing.')],
    [/^Mail programs remove (?<part>.*?)(?:, or refuse the mail)?\.$/s, words('Mail apps remove {part}.')],
    [
      /^Forms do not work in most mail programs;/,
      words('Forms do not work in most mail apps. Link to a page instead.'),
    ],
    [/^A link cannot run a script\.$/, words('A link cannot run a script.')],
    [
      /^Gmail leaves out style sheets beyond (?<most>\d+) KB; there are (?<size>\S+)\.$/,
      words('Gmail leaves out style sheets beyond {most} kB; there are {size}.'),
    ],
    [/^(?:CSS is nested more than|Tables are nested very deeply)/, words('The contents are nested very deeply.')],
    [
      /^The page says (?<charset>.*), but mails are sent in UTF-8\.$/s,
      words('The contents say {charset}, but mails are sent in UTF-8.'),
    ],
    [/^Without a viewport,/, words('Without a viewport, phones show the mail too small.')],
    [
      /^In a window of (?<width>\d+) pixels the page is (?<wide>\d+) pixels wide/,
      words('On a screen of {width} pixels the mail is {wide} pixels wide, so people must scroll sideways.'),
    ],
    [
      /^At a width of (?<width>\d+) pixels, <(?<part>.*)> exceeds/,
      words('On a screen of {width} pixels, a part ({part}) is too wide.'),
    ],
    [/ without (?:its end|a start) tag/, words('A tag of the HTML is opened and not closed, or the other way round.')],
    [/^(?<width>\d+) pixels are wider than /, words('{width} pixels are wider than most windows of mails.')],
    // Size
    [
      /^The HTML has (?<size>\d+) KB; Gmail cuts it at (?<most>\d+) KB/,
      words('The HTML has {size} kB; Gmail cuts it at {most} kB, often before the link to unsubscribe.'),
    ],
    [
      /^The mail has (?<size>\d+) KB; at most (?<most>\d+) KB are allowed\.$/,
      words('The mail has {size} kB; at most {most} kB are allowed.'),
    ],
    [
      /^The mail has (?<size>\d+) KB; many providers refuse mails over (?<most>\d+) KB\.$/,
      words('The mail has {size} kB; many mailbox providers refuse mails over {most} kB.'),
    ],
    // Links
    [/ is not an email address\.$/, words('This is no email address. Enter one such as ada@example.org.')],
    [/^A link has no address\.$|^A link leads nowhere: /, words('A link leads nowhere.')],
    [
      /^The mail has no element with the id of the link (?<link>.*)\.$/s,
      words('The link {link} leads to no part of the mail.'),
    ],
    [/^The URL is incomplete;/, words('The address is incomplete; it must begin with https://.')],
    [/^The telephone number is not valid\.$/, words('The telephone number is not valid.')],
    [/^The link uses http;/, words('The page is not encrypted (http); browsers warn people of such pages.')],
    [/^Mail programs do not open (?<kind>.*) links\.$/s, words('Mail apps do not open {kind} links.')],
    [
      /^People read (?<shown>.*), but the link leads to (?<host>.*); that looks like phishing\.$/s,
      words('People read {shown}, but the link leads to {host}; that looks like phishing.'),
    ],
    [
      /^The link was not followed to its end: (?<reason>.*)\.$/s,
      words('The link was not followed to its end: {reason}.'),
    ],
    [
      /^The server answers (?<status>\d+); it may reject programs only/,
      words('The page answers {status}, perhaps only to checks like this one. Try the link in a browser.'),
    ],
    [/^The server answers (?<status>\d+)\.$/, words('The page cannot be opened: its server answers {status}.')],
    [
      /^The server answers (?<status>\d+) without an address/,
      words('The page cannot be opened: its server answers {status} and does not say where it is.'),
    ],
    [/^The link is redirected (?<count>\d+) times\.$/, words('The link is redirected {count} times.')],
    [/^(?<left>\d+) addresses were not tried/, words('{left} links were not tried, because the others took too long.')],
    // Audience and personalization
    [/^The target group has no contact to which mail can be sent\.$/, nobody],
    [
      /^About (?<count>\d+) of (?<all>\d+) mails will bounce;/,
      words('About {count} of {all} mails will bounce, which harms the reputation of the sender.'),
    ],
    [
      /^Values are missing for (?<share>\S+) % of the recipients;/,
      words(
        'Values are missing for {share} % of the contacts. Write what stands there instead, such as [[CONTACT|FIRSTNAME|friend]].',
      ),
    ],
    [
      /^There is no contact field (?<name>.+); did you mean (?<near>.+)\?$/s,
      words('Contacts have no field “{name}”. Did you mean {near}?'),
    ],
    [/^There is no contact field (?<name>.+)\.$/s, words('Contacts have no field “{name}”.')],
    [
      /^The account has no placeholder (?<name>.+); did you mean (?<near>.+)\?$/s,
      words('There is no text “{name}” in the settings. Did you mean {near}?'),
    ],
    [/^The account has no placeholder (?<name>.+)\.$/s, words('There is no text “{name}” in the settings.')],
    [
      /^The mailing has no property (?<name>.+); did you mean (?<near>.+)\?$/s,
      words('The mailing has no property “{name}”. Did you mean {near}?'),
    ],
    [/^The mailing has no property (?<name>.+)\.$/s, words('The mailing has no property “{name}”.')],
    [/^There is no variable (?<name>.*); there are /s, words('There is no value “{name}”.')],
    [/^"(?<tag>.*)" is not a tag;/s, words('“{tag}” is not complete. Write it as [[CONTACT|FIRSTNAME|friend]].')],
    [
      /^(?:Mailings have no |There is no page |There is no namespace |RSS\||DOI_CONFIRM is for )/,
      words('This personal field does not exist here. Choose one that the mailing has.'),
    ],
    [/^The check failed because of an internal error;/, words('The check itself has failed. Try it again.')],
    [/^The mail cannot be rendered: (?<reason>.*)$/s, words('The mail cannot be made: {reason}')],
  ],
);
