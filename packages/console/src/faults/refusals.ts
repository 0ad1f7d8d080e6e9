// More than 400 lines: one table of refusals, each with the words for people.
import { notAllowed } from '../components/refusals.ts';
import { words } from '../words.ts';
import { ampRefusals } from './amp.ts';
import { knownSentences } from './sentences.ts';

/** What the console says for refusals of the API that depend on what is stored, in the words of people. */
export const refusals = knownSentences(
  [],
  [
    // Files to import
    [
      /^(?<name>.*) is a workbook of Excel 97, or has a password;/s,
      words('“{name}” is a workbook of Excel 97 or has a password. Save it as .xlsx without a password.'),
    ],
    [/^(?<name>.*) is compressed; unpack it/s, words('“{name}” is compressed. Unpack it first.')],
    [
      /^(?<name>.*) is (?:a PDF|not a text file); import reads/s,
      words('“{name}” cannot be imported. Save the contacts as a CSV file or an Excel workbook.'),
    ],
    [
      /^Everybody enters the demo with this key, /,
      words('Everybody enters the demo with this key, so it cannot be revoked.'),
    ],
    // Files of reports
    [
      /^body is no report that can be read: /,
      words('This file has no report that can be read. Choose a file as a mailbox provider has sent it.'),
    ],
    [/^body is too large: /, words('This file unpacks to more than any mailbox provider sends. Choose another one.')],
    // Answers
    [
      /^answers\.forward_to ".*" is not an email address$/s,
      words('Answers cannot be forwarded there, because it is no email address. Enter one such as ada@example.com.'),
    ],
    [
      /^answers\.forward_to must be the address of a person,/,
      words('This server has made that address for a mail. Enter the address of the person who reads answers.'),
    ],
    // Contacts who do not respond
    [
      /^(?:last_)?mailing_id: mailing \d+ does not exist\.$/,
      words('The mailing does not exist any longer. Choose another one as the last mail.'),
    ],
    [
      /^(?:last_)?mailing_id: mailing \d+ is of the type /,
      words('Only an automatic mailing can be the last mail. Choose another one.'),
    ],
    [
      /^(?:last_)?mailing_id: mailing \d+ ignores permissions;/,
      words('The last mail must go to subscribed contacts only. Choose a mailing that does not ignore permissions.'),
    ],
    [
      /^(?:last_)?mailing_id: mailing \d+ has the tracking strategy /,
      words('The last mail does not record who clicks, so that nobody could wake by it. Choose another one.'),
    ],
    // Mailings
    ...ampRefusals,
    [
      /^name "(?<name>.*)" is used by another mailing;/s,
      words('There is a mailing with the name “{name}” already. Choose another name.'),
    ],
    [/^Mailing with id \d+ is a \w+ mailing; /, words('This is not possible with a mailing of this kind.')],
    [
      /^share and holdout must not exceed /,
      words('Both parts together are more than 100 percent. Make one of them smaller.'),
    ],
    [/^send_times must have one time for each /, words('Enter a time of day for each variant, or for none.')],
    [
      /^hours must be a multiple of 24 to compare /,
      words(
        'Decided after hours: conversions and revenue of variants that are sent at different times of day are compared after whole days. Enter 24 or a multiple of it.',
      ),
    ],
    [
      /^Mailing with id \d+ (?:has a limit of contacts|goes to other contacts)/,
      words('The variants must go to the same contacts: choose the same segment for each, and no limit of contacts.'),
    ],
    [/^Mailing with id \d+ has no target group(?:; variants|\.$)/, words('Choose a segment for the mailing first.')],
    [
      /^Mailing with id \d+ is a variant of /,
      words('The mailing is a variant of an experiment. Delete or cancel the experiment first.'),
    ],
    [
      /^Experiment with id \d+ (?:is|cannot|has) /,
      words('The experiment is in another state now. Load the page again to see what can be done.'),
    ],
    [
      /^Mailing with id \d+ has no target group;/,
      words('Choose a segment first: a sign-off says who gets the mailing.'),
    ],
    [
      /^Mailing with id \d+ (?:cannot be sent|is not ready to be sent)[;.]/,
      words('The mailing cannot be sent yet: first do what this page says has to be fixed.'),
    ],
    [/^Mailing with id \d+ has no HTML;/, words('Write the contents first.')],
    [
      /^Mailing with id \d+ cannot be sent: /,
      words('So many contacts get this mailing that another person has to sign it off first.'),
    ],
    [
      /^Mailing with id \d+ is sent again by mailing \d+ already\./,
      words('There is a draft or a mailing that sends this one again already. See the list of mailings.'),
    ],
    [
      /^Mailing with id \d+ sends mailing \d+ again and cannot be sent again itself\./,
      words(
        'This mailing was sent for the second time already. People who still do not open it should be left in peace.',
      ),
    ],
    [
      /^Mailing with id \d+ has the tracking strategy \w+, so nobody knows who has opened it;/,
      words('Nobody knows who has opened this mailing, because its opens are not tracked by person.'),
    ],
    [
      /^The names of other target groups leave none for that of mailing \d+;/,
      words('Other segments have this name already. Choose another name.'),
    ],
    [
      /^Mailing with id \d+ is \w+ and cannot be /,
      words('The mailing is in another state now. Load the page again to see what can be done.'),
    ],
    [
      /^Mailing with id \d+ (?:cannot be changed as it|is \w+; its schedule cannot be changed as it) is sealed\./,
      words('The mailing is being sent or was sent, so it cannot be changed. Copy it, and change the copy.'),
    ],
    [
      /^Mailing with id \d+ is already scheduled;/,
      words('The mailing is scheduled already. Remove the schedule first.'),
    ],
    [
      /^dispatchTimeZoneField must be a custom field of type string but was (?<name>.*)$/s,
      words('The time zone of contacts must be in a custom field with text; “{name}” is not one.'),
    ],
    [
      /^Custom field (?<field>.*) is used by the schedule of mailing \d+\.$/s,
      words('A mailing is scheduled by the time zones in “{field}”. Remove its schedule first.'),
    ],
    [
      /^Mailing with id \d+ was changed/,
      words('Somebody has changed the mailing meanwhile. Look at it again before you go on.'),
    ],
    [
      /^Target group \d+ has no contact to which mail can be sent\./,
      words('Nobody in this segment may get mail: all are unsubscribed, blocked or have not agreed.'),
    ],
    [
      /^Target group \d+ is a \w+ target group and cannot be used for sending\.|^test_targetgroup_id must be the id of a test target group/,
      words('This segment is for another purpose. Choose another one.'),
    ],
    [
      /^A target group of type \w+ has at most (?<count>\d+) contacts/,
      words('A segment for test mails has at most {count} contacts. Choose a smaller one.'),
    ],
    [
      /^(?:An approval sendout|A test sendout) of mailing \d+ is already running\./,
      words('The mails are on their way already. Wait until they have arrived.'),
    ],
    [
      /^The \S+ check of mailing \d+ is already running\./,
      words('This check is running already. Wait for its result.'),
    ],
    [
      /^The \S+ check is disabled by the operator of the service\./,
      words('Whoever runs this server has switched this check off.'),
    ],
    [/^The mail was not accepted: (?<reason>.*)$/s, words('The mail server did not accept the test mail: {reason}')],
    [/^The mail was not sent: (?<reason>.*)$/s, words('The test mail was not sent: {reason}')],
    [
      /^doi_key "(?<key>.*)" is used by another mailing;/s,
      words('Another mailing has the key “{key}” already. Choose another key.'),
    ],
    [
      /^date, hours and minutes must be in the future but are (?<time>.*) in (?<zone>\S+)$/,
      words('Choose a time in the future: {time} has passed ({zone}).'),
    ],
    [
      / must be a time that exists but was /,
      words('There is no such time: the day does not exist, or the clocks are put forward then.'),
    ],
    [/^The MJML cannot be made into HTML: (?<reason>.*)\.$/s, words('The MJML has a mistake: {reason}.')],
    [
      /^\S+: .* belongs to another account/s,
      words('The domain of this sender belongs to another account. Choose another sender.'),
    ],
    [
      /^The report URL of mailing \d+ was withdrawn or has expired; /,
      words('The link to this report was withdrawn or has expired. Make a new one.'),
    ],
    // Images, templates, branding
    [
      /^The account has (?<count>\d+) saved blocks already;/,
      words('There are {count} saved blocks already. Delete one first.'),
    ],
    [/^mjml must be an mj-section, /, words('This cannot be saved as a block. Save the row that it is in.')],
    [/^The image must be a PNG, JPEG, GIF or WebP file\./, words('The image must be a PNG, JPEG, GIF or WebP file.')],
    [
      /^The image must have at most (?<max>\d+) bytes/,
      words('The image is too large: at most {max, number} bytes. Reduce its size or quality.'),
    ],
    [/^logo \S+ is no image of the account/, words('The logo could not be found. Choose it again.')],
    [
      /^(?:dark_|text_)?color "(?<color>.*)" is not a color/s,
      words('“{color}” is not a color. Write it as # and six digits or letters, such as #1f5fbf.'),
    ],
    [
      /^(?:dark_|text_)?color "(?<color>.*)" has a contrast .*; (?<better>#\w+) has it\.?$/s,
      words('Text in the color “{color}” is hard to read. {better} is readable.'),
    ],
    [
      /^background_color "(?<color>.*)" is too dark/s,
      words('Small texts are hard to read on the color “{color}”. Choose a light one, such as #f2f1ed.'),
    ],
    [
      /^button_text_color "(?<color>.*)" is hard to read on (?<button>\S+); (?<better>#\w+) has the contrast/s,
      words('Text in the color “{color}” is hard to read on {button}. {better} is readable.'),
    ],
    [/^button_text_color needs /, words('Choose the color of buttons, too.')],
    // Forms, automations, webhooks
    [
      /^The form cannot be switched on\./,
      words('The form stays off: its confirmation mailing does not exist or is not active.'),
    ],
    [
      /^The program cannot be released\. Step (?<step>\d+) sends the mailing "(?<name>.*?)", which is not active\./s,
      words('Step {step} sends the mailing “{name}”, which is not active. Activate it first, or save a draft.'),
    ],
    [
      /^The program cannot be released\./,
      words('The automation stays off: a mailing that it sends does not exist or is not active.'),
    ],
    [
      /^start_date: field must be /,
      words('Choose the field with the date: a birthday, a name day or a date field of your own.'),
    ],
    [
      /^start_on: from and to must not/,
      words('The field starts nothing when it has the same value before and afterwards.'),
    ],
    [/^start_on: /, words('Choose the field that changes, and values that it can have.')],
    [/^start_on\.tag must/, words('Write the tag that starts the automation: a short name without commas.')],
    [/^steps\[\d+\] points at "(?<name>.*)", but/s, words('There is no step with the name “{name}”.')],
    [
      /^until must be after start, and at most \d+ days after it/,
      words('The last day must be after the first one, and at most a year after it.'),
    ],
    [
      /^choices: step must be the index of a step with two ways /,
      words('The automation was changed meanwhile. Look at it, and do this again if it is still right.'),
    ],
    [
      /^version must be the latest version of automation program /,
      words('The automation was changed meanwhile. Look at it, and do this again if it is still right.'),
    ],
    [/^steps\[\d+\]: duration must be /, words('A step waits at least one minute and at most ten years.')],
    [/^steps\[\d+\]: at_most must be /, words('A step waits at least one minute and at most ten years.')],
    [
      /^steps\[\d+\]: sent_by must be .* but was "(?<name>.*)"$/s,
      words('“{name}” is not a step that sends a mailing. Choose the step whose mail is meant.'),
    ],
    [
      /^steps\[\d+\]: email must be the address of an active user .* but was "(?<email>.*)"$/s,
      words('{email} is not an active user of this account. Choose somebody who is.'),
    ],
    [
      /^steps\[\d+\]: zone_field must be .* but was "(?<name>.*)"$/s,
      words('The time zone of contacts must be in a custom field with text; “{name}” is not one.'),
    ],
    [
      /^either emails or contact_filter_id is required/,
      words('Choose a segment, or enter email addresses, but not both.'),
    ],
    [
      /^mailEvents: only with the event mail_events$/,
      words('Choose “Something happened to any mail” first; the settings of its events belong to it.'),
    ],
    [
      /^Webhook with id \d+ does not send mail_events;/,
      words('This webhook does not send events of mails, so there is nothing to send again.'),
    ],
    [
      /^from_date is so old that events since then are no longer kept/,
      words('Events of that day are no longer kept. Choose a later day.'),
    ],
    [
      /^after and from_date must not both be given/,
      words('Say where to begin either by a time or by the last event, but not by both.'),
    ],
    [
      /^origins must have the form /,
      words('Write each website as https:// and its name, without a path, such as https://www.example.com.'),
    ],
    [/^thanks_url must be an https URL/, words('The page to redirect to must begin with https://.')],
    [
      /^topics: "(?<name>.*)" must be a custom field of type boolean/s,
      words('The topic “{name}” must be a yes-or-no field.'),
    ],
    [
      /^url must be an https URL with a public host/,
      words('The address must begin with https:// and be reachable from the internet.'),
    ],
    // Contacts and segments
    [
      /^(?:\w+ )?"?[^"]*"? is not an email address|^email must be an email address but was "?.*?"?$/s,
      words('This is no email address. Enter one such as ada@example.org.'),
    ],
    [/^A double opt-in requires an email address/, words('Give the contact an email address first.')],
    [/^A double opt-in cannot be requested/, words('There is no active confirmation mailing, so nobody can be asked.')],
    [/^Contact with id \d+ is anonymous/, words('The contact was erased and cannot be changed.')],
    [
      /^(?<email>\S+) has unsubscribed; only the contact can subscribe again\./,
      words('{email} has unsubscribed. Only the person can subscribe again.'),
    ],
    [
      /^(?<email>\S+) is suppressed by the entry "(?<entry>.*)" of the blacklist (?<list>.*)\.$/s,
      words('{email} is blocked by the entry “{entry}” of the block list “{list}”.'),
    ],
    [
      /^entries\/entry\[(?<line>\d+)\] must be /,
      words(
        'Line {line}: write an address, all of a domain such as *@example.org, or one name at all domains such as postmaster@*.',
      ),
    ],
    [
      /^[Bb]lacklist .* is global and cannot be changed/s,
      words('This block list belongs to whoever runs this server.'),
    ],
    [
      /^(?:change_)?tag must (?:not|have) .* but was "(?<tag>.*)"$/s,
      words('“{tag}” cannot be a tag: write a short name of at most 50 characters, without commas.'),
    ],
    [
      /^The search finds (?<count>\d+) contacts now, not \d+; nothing was changed\.$/,
      words(
        'The search finds {count, number} contacts now, not as many as before, so nothing was changed. Look at them again.',
      ),
    ],
    [/^a filter must have at most (?<count>\d+) rules/, words('A segment has at most {count} rules.')],
    [/ must have at least one rule or group$/, words('Choose the field of at least one rule.')],
    [/ must not begin or end with a space$/, words('Write the name without spaces at its beginning and end.')],
    [/ is nested too deeply: /, words('The rules are nested too deeply.')],
    [/^value is required for |: value is required for /, words('A rule has no value yet.')],
    [/ must be m, f or d$/, words('Enter m, f or d for the gender.')],
    [/ must be xx or xx_XX, /, words('Enter a language such as en or de-AT.')],
    [
      /^(?:value of field )?(?<field>\S+) must be a (?:date YYYY-MM-DD|timestamp)/,
      words('{field}: enter a date such as 1980-12-31.'),
    ],
    [/^(?:value of field )?(?<field>\S+) must be (?:a number|an integer from .*)$/, words('{field}: enter a number.')],
    [/^(?:value of field )?(?<field>\S+) must be 0, 1, true or false$/, words('{field}: enter yes or no.')],
    [/^(?:value of field )?(?<field>\S+) must have at most 255 characters$/, words('{field}: at most 255 characters.')],
    [
      /^An account can have at most (?<count>\d+) custom fields\./,
      words('There are {count} fields already, which is the maximum. Delete one that nobody needs.'),
    ],
    [
      /^The account already has a custom field (?<name>.*)\.$/s,
      words('There is a field with the name “{name}” already.'),
    ],
    [
      /^Custom field (?<name>.*) is used by the contact filter "(?<segment>.*)"\.$/s,
      words('The field “{name}” is used by the segment “{segment}”. Change the segment first.'),
    ],
    [
      /^.* must not have brackets, "\|" or control characters$/s,
      words('Write the name without brackets and vertical bars.'),
    ],
    // What is in use, or there are too many of
    [
      /^(?:Contact filter|Target group|Mailing) with id \d+ is used by (?:a target group|mailing|a rule)/,
      words('It is in use by a mailing or a segment. Change these first.'),
    ],
    [
      / is used by the automation program "(?<name>.*)"\.$/s,
      words('It is used by the automation “{name}”. Change that first.'),
    ],
    [/^name "(?<name>.*)" is used by another /s, words('The name “{name}” is taken already. Choose another one.')],
    [/^Contact filter with id \d+ is locked/, words('Somebody else is changing this segment. Try again in a moment.')],
    [/^Contact filter with id \d+ is already being refreshed\./, words('The segment is being counted already.')],
    [
      /^(?:The account has \d+ |an account can have at most \d+ ).*(?:which is the maximum|would have)/,
      words('There is no room for another one. Delete what nobody needs any more.'),
    ],
    [
      /^The request would exceed the account's quota /,
      words('This would exceed what this account may use. Ask whoever runs this server for more.'),
    ],
    [
      /^Import \d+ was started before\./,
      words('This import was started before. Upload the file again to import it in another way.'),
    ],
    // People and keys
    [
      /^email "(?<email>.*)" is used by another user\./s,
      words('Somebody with the address {email} uses this account already.'),
    ],
    [
      /^User \d+ has not accepted the invitation;/,
      words('The invitation was not accepted yet. Remove the person to withdraw it.'),
    ],
    [
      /^User \d+ is the last active administrator;/,
      words('This is the last administrator. Make somebody else an administrator first.'),
    ],
    [/^(?:label|name) must have a letter/, words('Enter a name with at least one letter.')],
    [/^time_zone must be a time zone/, words('There is no such time zone. Choose one of the list.')],
    [
      /^\w+_warning must be at most /,
      words('A warning must come before the pause: enter a smaller share for it, or a larger one for the pause.'),
    ],
    [/^expires must be in the future/, words('The last day must be in the future.')],
    [
      /^path "(?<path>.*)" is used by another template\.$/s,
      words('There is a template at the path “{path}” already. Choose another one.'),
    ],
    [
      /^.* was changed: the version is /s,
      words('Somebody has changed this meanwhile. Look at it again before you go on.'),
    ],
    // Rights
    [
      /^Your role lacks the right "send", so test mails /,
      words('With your role, test mails go to yourself and colleagues only. Ask a sender for others.'),
    ],
    [
      /^Your role lacks the right "send", so you can send /,
      words('You have sent twenty test mails in this hour. Wait a little, or ask a sender.'),
    ],
    [
      /^The (?:role|API key) .*lacks the right |^The API key (?:belongs|expires)|^Target group with id \d+ was made without the right /s,
      notAllowed,
    ],
    // Anything
    [
      /^.* not found\.$|^.* is not available\.$|^The account has no |^Mailing with id \d+ has no /s,
      words('It does not exist any more, or belongs to another account.'),
    ],
    [/^body must have at most (?<count>\d+) bytes/, words('This is too large: at most {count, number} bytes.')],
    [/^A request with Idempotency-Key /, words('This is being done already. Load the page again in a moment.')],
    [/^The request with Idempotency-Key /, words('This was done already. Load the page again.')],
    [
      /^Another request is changing the same data/,
      words('Somebody else is changing the same thing. Try again in a moment.'),
    ],
  ],
);
