import { type Words, words } from '../words.ts';

/** Shares at which a sendout warns and pauses, as the operation names them. */
export const sendoutLimits = {
  complaint_warning: words('Warn from this share of mails reported as spam, in percent'),
  complaint_pause: words('Pause from this share of mails reported as spam, in percent'),
  bounce_warning: words('Warn from this share of mails to mailboxes that do not exist, in percent'),
  bounce_pause: words('Pause from this share of mails to mailboxes that do not exist, in percent'),
  block_warning: words('Warn from this share of mails rejected as unwanted, in percent'),
  block_pause: words('Pause from this share of mails rejected as unwanted, in percent'),
} as const;

/** How many newsletters a contact may get, as the operation names it. */
export const pressureLabels = {
  mails: words('Newsletters per contact at most'),
  days: words('Within this many days'),
} as const;

/** When contacts without activity rest, as the operation names it. */
export const sunsetLabels = {
  days: words('Days without any activity'),
  mailing_id: words('Last mail'),
  wait_days: words('Days from the last mail to the rest'),
  daily_limit: words('Contacts per day at most'),
} as const;

/** What becomes of answers, as the operation names it. */
export const answerLabels = {
  forward_to: words('Forward answers to'),
  unsubscribe: words('If somebody asks to unsubscribe'),
  all_mailings: words('All mailings that name no other address for answers'),
} as const;

/** Labels of fields by their names in the API. */
const labels: Record<string, Words> = {
  name: words('Name'),
  label: words('What the key is for'),
  subject: words('Subject'),
  preview_text: words('Preview text'),
  sender_alias: words('Sender name'),
  html: words('HTML'),
  text: words('Text'),
  mjml: words('MJML'),
  amp: words('AMP'),
  email: words('Email address'),
  customEmail: words('Email address'),
  sender: words('Sender address'),
  from: words('From'),
  to: words('To'),
  url: words('Address'),
  batchSize: words('Events in a request, at most'),
  path: words('Path'),
  color: words('Color'),
  dark_color: words('Color on dark pages'),
  text_color: words('Text color'),
  background_color: words('Background color'),
  button_color: words('Color of buttons'),
  button_text_color: words('Text color of buttons'),
  button_radius: words('Rounding of buttons in pixels'),
  logo_width: words('Width of the logo in pixels'),
  footer: words('Lines at the end of mailings'),
  logo: words('Logo'),
  consent: words('What people agree to'),
  title: words('Heading of the page'),
  thanks: words('Text after the sign-up'),
  thanks_url: words('Or redirect to'),
  origins: words('Websites that may embed this form'),
  sign_ups_per_hour: words('Sign-ups per hour'),
  hourly_limit: words('Sign-ups per hour'),
  doi_mailing: words('Confirmation mailing'),
  events: words('Events'),
  rights: words('Rights'),
  expires: words('Last day'),
  networks: words('Networks'),
  role: words('Role'),
  language: words('Language'),
  time_zone: words('Time zone'),
  above: words('Second person required above this many recipients'),
  ...sendoutLimits,
  ...pressureLabels,
  ...answerLabels,
  date: words('Day'),
  share: words('Tested on, in percent'),
  holdout: words('Get nothing, in percent'),
  hours: words('Time of day'),
  minutes: words('Time of day'),
  interval: words('Hour of the day'),
  hour: words('Hour of the day'),
  again_after_days: words('How many days until then'),
  mailing_id: words('Mailing'),
  contact_id: words('Contact'),
  goal_id: words('Goal'),
  contact_filter_id: words('Segment'),
  exit_filter_id: words('Contacts of this segment leave early'),
  target_group_id: words('Segment'),
  external_id: words('External id'),
  doi_key: words('Key'),
  key: words('Key'),
  entries: words('Addresses'),
  entry: words('Address'),
  import_name: words('Source of the addresses'),
  rules: words('Rules'),
  rule: words('Rule'),
  steps: words('Steps'),
  duration: words('Wait'),
  value: words('Value'),
  field: words('Field'),
  tag: words('Tag'),
  tags: words('Keywords'),
  filename: words('File'),
};

/** Labels of fields whose names mean something else in other operations. */
const programLabels = {
  days: words('How many days before or after'),
  kind: words('What happens'),
  start_event: words('Begins with'),
  link: words('Link'),
  program_id: words('Which automation'),
};
const labelsOf: Record<string, Record<string, Words>> = {
  createAutomationProgram: programLabels,
  updateAutomationProgram: programLabels,
  startAutomationTakeover: { version: words('Version') },
  testAutomationProgram: {
    start: words('Begins on'),
    until: words('Until'),
    goal_after: words('Reaches the goal after so many days'),
    exit_after: words('Leaves early after so many days'),
    after: words('Hours until it happens'),
  },
  setSunsetPolicy: sunsetLabels,
  getSunsetForecast: sunsetLabels,
  createExperiment: { hours: words('Decided after hours'), send_times: words('Time of day') },
};

/** Bodies that are one text. */
const bodies: Record<string, Words> = {
  setMailingName: words('Name'),
  setMailingSubject: words('Subject'),
  setMailingPreviewText: words('Preview text'),
  setMailingSender: words('Sender address'),
  setMailingSenderAlias: words('Sender name'),
  setMailingHtml: words('HTML'),
  setMailingText: words('Text'),
  setMailingMjml: words('MJML'),
  setMailingDoiKey: words('Key'),
};

export interface NamedField {
  label: Words | undefined;
  /** Position in a list, from 1. */
  position: number | undefined;
}

/** Finds what the console calls an input of an operation, such as `body.name` or `entries/entry[3]`. */
export function findField(operationId: string, name: string): NamedField {
  if (name === 'body') return { label: bodies[operationId], position: undefined };
  const index = [...name.matchAll(/\[(\d+)\]/g)].at(-1)?.[1];
  const parts = name
    .replaceAll(/\[\d+\]/g, '')
    .split(/[./]/)
    .reverse();
  const all = { ...labels, ...labelsOf[operationId] };
  const known = parts.find((part) => Object.hasOwn(all, part));
  return {
    label: known === undefined ? undefined : all[known],
    position: index === undefined ? undefined : Number(index),
  };
}
