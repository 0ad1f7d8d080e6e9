// More than 400 lines: the requests of all existing clients, sent to one service.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, type RawAnswer, type RawCall } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * What public clients of this API family in Java, PHP and Ruby send, to the byte where it matters. Programs that are
 * built on them work unchanged. One long table, so that a request is found by the program that sends it.
 */

const vendor = 'application/vnd.service.api+xml';
const xml = { 'content-type': vendor, accept: vendor };
const vendorJson = 'application/vnd.service.api+json';
const json = { 'content-type': 'application/json', accept: 'application/json' };
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** `MAILING`, `TRIGGER`, `TYPE` and so on in a path or body are ids. */
interface Row extends RawCall {
  what: string;
  status: number;
  answer?: string | RegExp;
  /** Content-Type of the answer. */
  type?: string;
  /** A request afterwards, and what it must show. */
  afterwards?: { path: string; shows: string | RegExp };
}

const attributes =
  '<attributes><attribute><name>order_no</name><description nil="true"/><type>string</type><required>false</required></attribute></attributes>';
const contact = (email: string) => `/contacts/email/${email}`;

const hookFields = [
  '"urlParams":[{"name":"mail","standard_contact_field":"CITY","custom_contact_field":null},{"name":"shop","custom_value":"7"}]',
  '"standardFields":["FIRSTNAME","CITY"],"customFields":["COLOUR"],"eventFields":["mailing_id"]',
].join(',');

const rows: Row[] = [
  { what: 'Ruby: two slashes', path: '//ping', status: 200 },
  { what: 'Ruby: two slashes below', path: '//contacts/count', status: 200, answer: /<count>\d+<\/count>/ },
  {
    what: 'Java: updateContactByEmail',
    method: 'PUT',
    path: '/contacts/ada.moreau@example.com',
    headers: xml,
    body: `${declaration}<contact><standard_fields><field><name>CITY</name><value>Lyon</value></field></standard_fields></contact>`,
    status: 200,
    afterwards: { path: `${contact('ada.moreau@example.com')}?standard_field=CITY`, shows: '<value>Lyon</value>' },
  },
  {
    what: 'Java: a file whose type is in Accept too',
    method: 'POST',
    path: '/mailings/MAILING/attachments?filename=invoice.pdf',
    headers: { 'content-type': 'application/pdf', accept: 'application/pdf' },
    body: Buffer.from('%PDF-1.4\n%%EOF\n'),
    status: 201,
    answer: /<id>\d+<\/id>/,
    afterwards: { path: '/mailings/MAILING/attachments', shows: 'invoice.pdf' },
  },
  {
    what: 'Java: nil descriptions of types and attributes',
    method: 'POST',
    path: '/transactions/types',
    headers: xml,
    body: `${declaration}<transaction_type><name>java.order</name><description nil="true"/>${attributes}</transaction_type>`,
    status: 201,
    answer: /<transaction_type_id>\d+<\/transaction_type_id>/,
    afterwards: { path: '/transactions/types', shows: 'java.order' },
  },
  {
    what: 'Java: event beside event_id',
    method: 'PUT',
    path: '/mailings/TRIGGER/dispatching',
    headers: xml,
    body: `${declaration}<mailing><type>SINGLE</type><event>TYPE</event><event_id>TYPE</event_id><speed_level>HIGH</speed_level></mailing>`,
    status: 200,
    afterwards: { path: '/mailings/TRIGGER/dispatching', shows: '<event>TYPE</event>' },
  },
  {
    what: 'Java: an event of the service by its keyword',
    method: 'PUT',
    path: '/mailings/TRIGGER/dispatching',
    headers: xml,
    body: `${declaration}<mailing><type>SINGLE</type><event>doi_confirmed</event></mailing>`,
    status: 200,
    afterwards: { path: '/mailings/TRIGGER/dispatching', shows: '<event>DOI_CONFIRMED</event>' },
  },
  {
    what: 'Java: dispatching EXTERNAL',
    method: 'PUT',
    path: '/mailings/TRIGGER/dispatching',
    headers: xml,
    body: `${declaration}<mailing><type>EXTERNAL</type></mailing>`,
    status: 200,
    afterwards: { path: '/mailings/TRIGGER/dispatching', shows: '<type>EXTERNAL</type>' },
  },
  {
    what: 'Java: no content is null',
    method: 'POST',
    path: '/transactions',
    headers: json,
    body: '[{"type":TYPE,"import":{"contact":{"email":"ada.moreau@example.com"}},"content":null}]',
    status: 200,
    answer: '"queued":true',
  },
  {
    what: 'fork: no contact is an empty import',
    method: 'POST',
    path: '/transactions',
    headers: json,
    body: '[{"type":TYPE,"import":{},"content":{"order_no":"A-1"}},{"type":TYPE,"import":{"contact":{"email":"ada.moreau@example.com"}},"content":{"order_no":"A-2"}}]',
    status: 200,
    answer: /"queued":false.*"queued":true/,
  },
  {
    what: 'Ruby 3: standard fields in lower case',
    method: 'POST',
    path: contact('ruby3@example.com'),
    headers: { 'content-type': vendorJson, accept: vendorJson },
    body: '{"email":"ruby3@example.com","standard_fields":{"firstname":"Ruby"}}',
    status: 201,
    afterwards: { path: `${contact('ruby3@example.com')}?standard_field=FIRSTNAME`, shows: '<value>Ruby</value>' },
  },
  {
    what: 'Ruby: numbers and booleans as values',
    method: 'POST',
    path: contact('gem@example.com'),
    headers: { 'content-type': vendorJson, accept: vendorJson },
    body: '{"standard_fields":{"ZIP":39,"TITLE":false}}',
    status: 201,
    afterwards: { path: `${contact('gem@example.com')}?standard_field=ZIP&standard_field=TITLE`, shows: /39.*false/ },
  },
  {
    what: 'Ruby: delete_contact',
    method: 'DELETE',
    path: '/contacts/gem@example.com',
    headers: { 'content-type': vendor },
    status: 200,
    afterwards: { path: contact('gem@example.com'), shows: 'not found' },
  },
  {
    what: 'Java: gzip bodies',
    method: 'POST',
    path: contact('gzip@example.com'),
    headers: { ...xml, 'content-encoding': 'gzip' },
    body: gzipSync(`${declaration}<contact><permission>1</permission></contact>`),
    status: 201,
    afterwards: { path: contact('gzip@example.com'), shows: '<email>gzip@example.com</email>' },
  },
  {
    what: 'Java: markup in the name of a mailing, as CDATA',
    method: 'POST',
    path: '/mailings/MAILING/name',
    headers: xml,
    body: `${declaration}<name><![CDATA[001<h1>escape me</h1>]]></name>`,
    status: 400,
    answer: 'name must be a single line without',
  },
  {
    what: 'Java: markup in the name of a mailing, as elements',
    method: 'POST',
    path: '/mailings/MAILING/name',
    headers: xml,
    body: `${declaration}<name>001<h1>escape me</h1></name>`,
    status: 400,
  },
  { what: 'Java: 1000 filters on a page', path: '/contactfilters?pageSize=1000', status: 200 },
  {
    what: 'Java: ignorepermission of a regular mailing',
    method: 'POST',
    path: '/mailings/MAILING/settings/ignorepermission',
    headers: xml,
    body: `${declaration}<ignore_permission>true</ignore_permission>`,
    status: 200,
    afterwards: { path: '/mailings/MAILING/settings/ignorepermission', shows: 'true' },
  },
  {
    what: 'errors of JSON bodies are JSON whatever is accepted',
    method: 'POST',
    path: contact('ada.moreau@example.com'),
    headers: { 'content-type': vendorJson, accept: '*/*' },
    body: '{"permission":77}',
    status: 400,
    answer: /^\{"message":/,
  },
  {
    what: 'PHP, Java: contacts are known by prefer_…_id',
    method: 'POST',
    path: '/contacts?prefer_vendor7_id=true&permission=1&sync_mode=1',
    headers: xml,
    body: `${declaration}<contacts><contact><id>CONTACT</id><email>renamed@example.com</email></contact></contacts>`,
    status: 200,
    answer: '<count_existing_contacts>1</count_existing_contacts>',
    afterwards: { path: contact('renamed@example.com'), shows: '<id>CONTACT</id>' },
  },
  {
    what: 'fork: lists named with brackets filter',
    path: '/reports/unsubscriptions?emails[]=nobody@example.com&emails[]=noone@example.com',
    status: 200,
    answer: '<unsubscriptions/>',
    afterwards: { path: '/reports/unsubscriptions?emails[]=gone@example.com', shows: 'gone@example.com' },
  },
  {
    what: 'PHP, Java: children that only answers have',
    method: 'POST',
    path: '/targetgroups',
    headers: xml,
    body: `${declaration}<targetgroup><id/><name>Everyone 7</name><author/><state/><type>regular</type><contact_filter_id>FILTER</contact_filter_id><created/><updated/><count_contacts/></targetgroup>`,
    status: 201,
  },
  {
    what: 'any client: 201 for a transaction type, with its id',
    method: 'POST',
    path: '/transactions/types',
    headers: xml,
    body: `${declaration}<transaction_type><name>to.delete</name>${attributes}</transaction_type>`,
    status: 201,
  },
  {
    what: 'fork: 204 for a deleted transaction type',
    method: 'DELETE',
    path: '/transactions/types/to.delete',
    status: 204,
  },
  {
    what: 'all: how many transaction types there are',
    path: '/transactions/types/count',
    status: 200,
    answer: '<count>',
  },
  {
    what: 'all: a page of transaction types',
    path: '/transactions/types?page_index=1&page_size=10',
    status: 200,
    answer: '<name>order</name>',
  },
  {
    what: 'all: a transaction type by its name',
    path: '/transactions/types/order',
    status: 200,
    answer: '<id>TYPE</id>',
  },
  {
    what: 'a transaction type by an example of its content, in JSON',
    method: 'POST',
    path: '/transactions/types',
    headers: { 'content-type': 'application/json', accept: vendor },
    body: '{"name":"json.order","storeOnly":false,"archivingDuration":30,"content":{"order_no":"A-1","total":4.5}}',
    status: 201,
    answer: /<transaction_type_id>\d+<\/transaction_type_id>/,
    afterwards: { path: '/transactions/types/json.order', shows: '<name>total</name>' },
  },
  {
    what: 'all: transactions with every parameter, one of an unknown contact',
    method: 'POST',
    path: '/transactions?ignore_invalid_transactions=true&generate_transaction_id=true&release=true',
    headers: json,
    body: '[{"type":TYPE,"contact":{"email":"ada.moreau@example.com"},"content":{"order_no":"A-3"},"attachments":[{"filename":"a.pdf","mimetype":"application/pdf","data":"JVBERi0xLjQK"}]},{"typeName":"order","contact":{"id":99999999}}]',
    status: 200,
    answer: /"queued":true.*"transaction_id":"[^"]+".*"queued":false,"message":"[^"]+"/,
  },
  {
    what: 'all: one bad transaction when none may be left out',
    method: 'POST',
    path: '/transactions?ignore_invalid_transactions=false',
    headers: json,
    body: '[{"type":TYPE,"contact":{"id":99999999}}]',
    status: 400,
  },
  {
    what: 'PHP: dispatching in lower case, without minutes, below <mailing>',
    method: 'PUT',
    path: '/mailings/TRIGGER/dispatching',
    headers: xml,
    body: `${declaration}<mailing><type>multi</type><target>contactfilter</target><contact_filter_id>FILTER</contact_filter_id><interval>week</interval><day_of_week>1</day_of_week><hours>9</hours><start_trigger>false</start_trigger><delivery_limit>1</delivery_limit><delivery_limit_unit>month</delivery_limit_unit></mailing>`,
    status: 200,
    afterwards: { path: '/mailings/TRIGGER/dispatching', shows: '<delivery_limit_unit>MONTH</delivery_limit_unit>' },
  },
  {
    what: '.NET: dispatching upon a feed, below <dispatch_options>',
    method: 'PUT',
    path: '/mailings/TRIGGER/dispatching',
    headers: xml,
    body: `${declaration}<dispatch_options><type>MULTI</type><target>RSS</target><contact_filter_id>FILTER</contact_filter_id><interval>HOUR</interval><minutes>0</minutes><rss_feed_url>https://example.com/feed</rss_feed_url><rss_unique_feature>DEFAULT</rss_unique_feature><rss_order_by>PUBDATE</rss_order_by><rss_order_asc>false</rss_order_asc><rss_min_new_entries>2</rss_min_new_entries></dispatch_options>`,
    status: 200,
    afterwards: { path: '/mailings/TRIGGER/dispatching', shows: '<rss_min_new_entries>2</rss_min_new_entries>' },
  },
  {
    what: 'PHP: ignorepermission of a trigger mailing',
    method: 'POST',
    path: '/mailings/TRIGGER/settings/ignorepermission',
    headers: xml,
    body: `${declaration}<ignore_permission>true</ignore_permission>`,
    status: 200,
    afterwards: { path: '/mailings/TRIGGER/settings/ignorepermission', shows: '<ignore_permission>true' },
  },
  {
    what: 'all: dispatching is taken away',
    method: 'DELETE',
    path: '/mailings/TRIGGER/dispatching',
    status: 200,
    afterwards: { path: '/mailings/TRIGGER/dispatching', shows: 'has no dispatching' },
  },
  ...[vendorJson, 'application/json'].map((type, index) => ({
    what: `all: a program starts for contacts, as ${type}`,
    method: 'POST',
    path: '/marketing-automation/PROGRAM',
    headers: { 'content-type': type },
    body: `{"emails":["starts.${index}@example.com"]}`,
    status: 200,
  })),
  {
    what: 'all: a program for nobody that is known',
    method: 'POST',
    path: '/marketing-automation/PROGRAM',
    headers: { 'content-type': vendorJson },
    body: '{"emails":["nobody.at.all@example.com"]}',
    status: 400,
    answer: 'nobody.at.all@example.com',
  },
  {
    what: 'all: a program that there is not',
    method: 'POST',
    path: '/marketing-automation/99999999',
    headers: { 'content-type': vendorJson },
    body: '{"emails":["starts.0@example.com"]}',
    status: 404,
  },
  {
    what: 'Python: requests.post(json=…) is answered in JSON',
    method: 'POST',
    path: '/mailings/MAILING/contents/subject',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body: '"In JSON"',
    status: 200,
    afterwards: { path: '/mailings/MAILING/contents/subject', shows: '<subject>In JSON</subject>' },
  },
  {
    what: 'Python: an id for a target group in JSON',
    method: 'POST',
    path: '/targetgroups',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body: '{"name":"In JSON","type":"regular","contact_filter_id":FILTER}',
    status: 201,
    answer: /^\d+$/,
    type: 'application/json',
  },
  {
    what: 'Python: the same rules hold in JSON',
    method: 'POST',
    path: '/mailings/MAILING/name',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body: '"<b>"',
    status: 400,
    answer: /"message":/,
    type: 'application/json',
  },
  {
    what: 'Python: HTML as JSON',
    path: '/mailings/MAILING/contents/html',
    headers: { accept: 'application/json' },
    status: 200,
    answer: /^".*"$/s,
    type: 'application/json',
  },
  {
    what: 'shop plug-in: lists of many types in Accept are answered in XML as ever',
    path: '/contacts/count',
    headers: { accept: 'application/json, text/json, application/xml, text/xml' },
    status: 200,
    answer: /<count>/,
  },
  {
    what: 'curl: without Accept the answer is XML',
    path: '/contacts/count',
    status: 200,
    answer: /<count>/,
    type: vendor,
  },
  ...['xml', 'json'].map((syntax) => ({
    what: `PHP: a media type with a word of its own, +${syntax}`,
    path: '/contacts/count',
    headers: { accept: `application/vnd.word.api+${syntax}` },
    status: 200,
    type: `application/vnd.word.api+${syntax}`,
  })),
  {
    what: 'PHP: a body with a media type of its own',
    method: 'POST',
    path: '/mailings/MAILING/contents/subject',
    headers: { 'content-type': 'application/vnd.word.api+xml', accept: 'application/vnd.word.api+xml' },
    body: `${declaration}<subject>Own type</subject>`,
    status: 200,
    afterwards: { path: '/mailings/MAILING/contents/subject', shows: 'Own type' },
  },
  {
    what: 'PHP: errors in a media type of its own',
    path: '/contacts/contact?id=99999999',
    headers: { accept: 'application/vnd.word.api+xml' },
    status: 404,
    type: 'application/vnd.word.api+xml',
  },
  {
    what: 'PHP: getAttachment asks for XML and wants the file',
    path: '/mailings/MAILING/attachments/ATTACHMENT',
    headers: { accept: vendor },
    status: 200,
    answer: 'file of a mailing',
    type: 'text/plain',
  },
  {
    what: '.NET: dispatching with 0 for days that the interval does not use',
    method: 'PUT',
    path: '/mailings/TRIGGER/dispatching',
    headers: xml,
    body: `${declaration}<dispatch_options><type>MULTI</type><target>CONTACTFILTER</target><contact_filter_id>FILTER</contact_filter_id><interval>DAY</interval><day_of_month>0</day_of_month><day_of_week>0</day_of_week><hours>9</hours><minutes>0</minutes></dispatch_options>`,
    status: 200,
  },
  {
    what: '.NET: 0 is no day of the month',
    method: 'PUT',
    path: '/mailings/TRIGGER/dispatching',
    headers: xml,
    body: `${declaration}<dispatch_options><type>MULTI</type><target>CONTACTFILTER</target><contact_filter_id>FILTER</contact_filter_id><interval>MONTH</interval><day_of_month>0</day_of_month><hours>9</hours></dispatch_options>`,
    status: 400,
    answer: 'day_of_month is required',
  },
  {
    what: '.NET: a contact by its address alone',
    path: '/contacts/gone@example.com',
    status: 200,
    answer: '<email>gone@example.com</email>',
  },
  {
    what: '.NET: a contact is unsubscribed by its address alone',
    method: 'DELETE',
    path: '/contacts/leaves%40example.com/unsubscribe',
    status: 200,
    afterwards: { path: '/reports/unsubscriptions?emails=leaves@example.com', shows: 'leaves@example.com' },
  },
  ...[
    ['POST', 'preference_categories/'],
    ['POST', 'backup'],
    ['GET', 'backup'],
  ].map(([method, path]) => ({
    what: `PHP: ${method} /contacts/${path} is not there, and no address either`,
    method: method!,
    path: `/contacts/${path}`,
    headers: xml,
    status: 404,
  })),
  {
    what: 'workflow node: times with a fraction of a millisecond',
    path: '/reports/opens?from_date=1700000000000.5&to_date=1700000000001.25',
    status: 200,
  },
  {
    what: 'workflow node: a fraction in the time before which transactions are deleted',
    method: 'DELETE',
    path: '/transactions?type_id=TYPE&before_timestamp=1000000000000.5',
    status: 200,
  },
  {
    what: 'Ruby fork: an attachment in lines of base64',
    method: 'POST',
    path: '/transactions?ignore_invalid_transactions=false',
    headers: json,
    body: '[{"type":TYPE,"contact":{"email":"ada.moreau@example.com"},"content":{"order_no":"A-4"},"attachments":[{"filename":"a.pdf","mimetype":"application/pdf","data":"JVBE\\nRi0xLjQK\\n"}]}]',
    status: 200,
    answer: '"queued":true',
  },
  {
    what: 'PHP: null for what a contact does not have, and a permission as an object',
    method: 'POST',
    path: '/transactions?ignore_invalid_transactions=false',
    headers: json,
    body: '[{"type":TYPE,"import":{"contact":{"id":null,"external_id":null,"email":"php.null@example.com","permission":{"code":5,"type":"doi+"}}},"content":{"order_no":"A-5"},"attachments":null},{"type":TYPE,"contact":{"id":null,"external_id":null,"email":"ada.moreau@example.com","permission":null},"content":[]}]',
    status: 200,
    answer: /"permission":5.*"queued":true.*"queued":true/,
  },
  {
    what: 'PHP: [] for an empty map',
    method: 'POST',
    path: contact('php.map@example.com'),
    headers: { 'content-type': vendorJson, accept: vendorJson },
    body: '{"standard_fields":[],"custom_fields":[],"permission":null}',
    status: 201,
  },
  {
    what: 'workflow node: a single transaction',
    method: 'POST',
    path: '/transactions',
    headers: json,
    body: '{"type":TYPE,"contact":{"email":"ada.moreau@example.com"},"content":{"order_no":4711}}',
    status: 200,
    answer: '"queued":true',
  },
  {
    what: 'shop plug-in: long levels in the name of a type',
    method: 'POST',
    path: '/transactions/types',
    headers: xml,
    body: `${declaration}<transaction_type><name>shop.extension_sales_order_creditmemo_update_v1</name>${attributes}</transaction_type>`,
    status: 201,
  },
  {
    what: 'shop plug-in: an attribute that the type does not have is ignored, and told',
    method: 'POST',
    path: '/transactions?ignore_invalid_transactions=false',
    headers: json,
    body: '[{"type":TYPE,"contact":{"email":"ada.moreau@example.com"},"content":{"order_no":"A-6","customer.full_name":"Ada"}}]',
    status: 200,
    answer: /"ignored":\["customer\.full_name"\]/,
  },
  {
    what: 'shop plug-in: it is an error for who asks for strictness',
    method: 'POST',
    path: '/transactions?ignore_invalid_transactions=false',
    headers: { ...json, prefer: 'handling=strict' },
    body: '[{"type":TYPE,"contact":{"email":"ada.moreau@example.com"},"content":{"customer.full_name":"Ada"}}]',
    status: 400,
    answer: 'customer.full_name',
  },
  {
    what: 'workflow node: an empty JSON body is refused in JSON',
    method: 'POST',
    path: '/transactions',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    status: 400,
    answer: '"message":',
    type: 'application/json',
  },
  {
    what: 'shop plug-in: whose key it is',
    path: '/account/info',
    status: 200,
    answer: /<id>\d+<\/id><name>[^<]+<\/name>/,
  },
  {
    what: 'shop plug-in: a type with dotted attributes and one of type json',
    method: 'POST',
    path: '/transactions/types',
    headers: json,
    body: '{"name":"shop.nested","attributes":[{"name":"order.id","type":"string","required":true},{"name":"billing.address.street","type":"string","required":false},{"name":"cart","type":"json","required":false}]}',
    status: 201,
  },
  {
    what: 'shop plug-in: nested content for dotted attributes, and JSON as text',
    method: 'POST',
    path: '/transactions?ignore_invalid_transactions=false',
    headers: json,
    body: '[{"typeName":"shop.nested","contact":{"email":"ada.moreau@example.com"},"content":{"order":{"id":"A-7"},"billing.address":{"street":"Rue 1"},"cart":"[{\\"title\\":\\"Tea\\"}]"}}]',
    status: 200,
    answer: /"queued":true(?!.*ignored)/,
  },
  {
    what: 'PHP: what a webhook sends is shown as it was given',
    path: '/webhooks/WEBHOOK',
    status: 200,
    answer: hookFields.replace(',"custom_contact_field":null', ''),
  },
  ...[
    ['PHP', 'POST', '/webhooks', `{"event":"doi","url":"https://hooks.example.com/doi",${hookFields}}`, 201],
    [
      'workflow node',
      'POST',
      '/webhooks',
      '{"event":"contact_field_change","url":"https://hooks.example.com/node"}',
      201,
    ],
    ['workflow node', 'PUT', '/webhooks/WEBHOOK', '{"event":"filtered","url":"https://hooks.example.com/other"}', 200],
  ].map(([who, method, path, body, status]) => ({
    what: `${who}: ${method} /webhooks in the shape of the family: ${body}`,
    method: String(method),
    path: String(path),
    headers: json,
    body: String(body),
    status: Number(status),
    answer: String(body).slice(1, -1).replace(hookFields, '').split(',')[0]!,
    afterwards: { path: '/webhooks', shows: JSON.parse(String(body)).url },
  })),
  {
    what: 'PHP: the expressions of a mailing blacklist, in the form in which they are added',
    path: '/mailingblacklists/BLACKLIST/expressions',
    headers: { accept: vendor },
    status: 200,
    answer:
      '<mailing_blacklist_expressions><expressions><expression>*@rival.example</expression></expressions></mailing_blacklist_expressions>',
  },
  {
    what: 'PHP: the mailing domains of the account',
    path: '/account/mailing_domains',
    headers: { accept: vendor },
    status: 200,
    answer: '<mailing_domains><mailing_domain><name>news.example.com</name></mailing_domain></mailing_domains>',
  },
  ...[
    ['an address that nobody has unsubscribed', 'GET', 'nobody.left@example.com', 404],
    ['marked', 'PUT', 'marked@example.com', 201],
    ['marked again', 'PUT', 'marked@example.com', 200],
    ['checked', 'GET', 'marked@example.com', 200],
    ['a mark that is removed', 'DELETE', 'marked@example.com', 200],
    ['a mark that is gone', 'GET', 'marked@example.com', 404],
    ['a mark that is not there', 'DELETE', 'marked@example.com', 404],
    ['a contact that has unsubscribed', 'GET', 'gone@example.com', 200],
    ['no address', 'PUT', 'nobody', 400],
  ].map(([what, method, email, status]) => ({
    what: `shop plug-in: the mark of an unsubscribed address: ${what}`,
    method: String(method),
    path: `/contacts/email/${String(email).replace('@', '%40')}/unsubscription`,
    headers: xml,
    status: Number(status),
  })),
  {
    what: 'PHP: a type gets another name and one more attribute',
    method: 'PUT',
    path: '/transactions/types/OTHER',
    headers: xml,
    body: `${declaration}<transaction_type><name><![CDATA[php.order_v2]]></name><description><![CDATA[Orders]]></description><archivingDuration>30</archivingDuration><attributes><attribute><name>transaction_id</name><type>string</type><required>false</required></attribute><attribute><name>total</name><type>float</type><required>false</required></attribute></attributes></transaction_type>`,
    status: 200,
    afterwards: {
      path: '/transactions/types/php.order_v2',
      shows: /<archivingDuration>30<.*<name>transaction_id<.*<name>total</s,
    },
  },
  {
    what: 'PHP: attributes of a type cannot be left out',
    method: 'PUT',
    path: '/transactions/types/OTHER',
    headers: xml,
    body: `${declaration}<transaction_type><name>php.order_v2</name><attributes/></transaction_type>`,
    status: 400,
    answer: /attribute "(transaction_id|total)" is missing/,
  },
  {
    what: 'PHP: a transaction by the id that its sender gave it',
    path: '/transactions/OTHER/transaction_id/A%2F1',
    headers: { accept: 'application/json' },
    status: 200,
    type: 'application/json',
    answer: /^\{"transaction_id":"A\/1"\}$/,
  },
  {
    what: 'PHP: a transaction is deleted by its id',
    method: 'DELETE',
    path: '/transactions/OTHER/transaction_id/A%2F1',
    headers: { accept: 'application/json' },
    status: 200,
  },
  {
    what: 'PHP: a transaction that is gone',
    path: '/transactions/OTHER/transaction_id/A%2F1',
    headers: { accept: 'application/json' },
    status: 404,
    answer: 'A/1',
  },
  {
    what: 'Ruby 3, dashboard: figures of mailings',
    path: '/reports/mailing_summaries?mailing_id=MAILING&mailing_id=TRIGGER',
    headers: { accept: vendor },
    status: 200,
    answer:
      /<mailing_summaries>(<mailing_summary><mailing_id>\d+<\/mailing_id><recipients>0<\/recipients><opens>0<\/opens><opens_unique>0<\/opens_unique><clicks>0<\/clicks><clicks_unique>0<\/clicks_unique><bounces>0<\/bounces><bounces_unique>0<\/bounces_unique><unsubscriptions>0<\/unsubscriptions><replies>0<\/replies><archived>false<\/archived><\/mailing_summary>){2}<\/mailing_summaries>/,
  },
  {
    what: 'editor: the text is made from the HTML',
    method: 'POST',
    path: '/mailings/TRIGGER/contents/synctextversion',
    headers: xml,
    status: 200,
    afterwards: {
      path: '/mailings/TRIGGER/contents/text',
      shows: 'Hi [[EVENT|name]]\n\nShop <https://shop.example.com/?a=1&b=[[EVENT|id]]>',
    },
  },
  {
    what: 'PHP: an account that is not linked stays a fault',
    method: 'DELETE',
    path: `/contacts/email/gone@example.com/unsubscribe?nlaccountid=3&nlaccountid=3`,
    headers: xml,
    status: 400,
    answer: 'nlaccountid must be the id of a linked account but was 3',
  },
  {
    what: 'mail driver: a path into a list',
    method: 'POST',
    path: '/mailings/TRIGGER/contents/subject',
    headers: xml,
    body: `${declaration}<subject><![CDATA[[[TRANSACTION|"subject[0]"]]]]></subject>`,
    status: 200,
  },
  {
    what: 'all: all transactions of a type are deleted',
    method: 'DELETE',
    path: '/transactions?type_id=TYPE&before_timestamp=9223372036854775807',
    status: 200,
  },
];

describe.each(usualDatabases())('requests of public clients on $kind', ({ open }) => {
  let service: TestService;
  const ids: Record<string, string> = {};
  const filled = (text: string) =>
    text.replace(
      /\b(MAILING|ATTACHMENT|TRIGGER|TYPE|OTHER|CONTACT|FILTER|PROGRAM|WEBHOOK|BLACKLIST)\b/g,
      (name) => ids[name] ?? name,
    );
  const call = ({ path, body, ...rest }: RawCall): Promise<RawAnswer> =>
    callRaw(service, { ...rest, path: filled(path), body: typeof body === 'string' ? filled(body) : body });

  beforeAll(async () => {
    service = await startTestService(await open());
    const { client } = service;
    ids.MAILING = String(await client.mailings.create({ name: 'Client', subject: 'Client' }).orThrow());
    ids.TRIGGER = String(await client.mailings.create({ name: 'Trigger', subject: 'T', type: 'trigger' }).orThrow());
    const attribute = { name: 'order_no', type: 'string', required: false } as const;
    const body = { name: 'order', attributes: [attribute] };
    ids.TYPE = String(await client.transactions.createType({ body }).orThrow());
    const own = { name: 'php.order', attributes: [{ ...attribute, name: 'transaction_id' }] };
    const type = await client.transactions.createType({ body: own }).orThrow();
    ids.OTHER = String(type);
    const { reports } = await client.transactions
      .create({
        body: [{ type, import: { contact: { email: 'own.id@example.com' } }, content: { transaction_id: 'A/1' } }],
      })
      .orThrow();
    expect(reports[0]?.queued).toBe(true);
    const html = '<h1>Hi [[EVENT|name]]</h1><a href="https://shop.example.com/?a=1&amp;b=[[EVENT|id]]">Shop</a>';
    await client.mailings.setHtml({ mailingid: Number(ids.TRIGGER), body: html }).orThrow();
    ids.CONTACT = String(await client.contacts.createByEmail({ email: 'by.id@example.com', body: {} }).orThrow());
    for (const email of ['gone@example.com', 'leaves@example.com'])
      await client.contacts.createByEmail({ email, body: {} }).orThrow();
    const file = { filename: 'a.txt', body: 'file of a mailing', contentType: 'text/plain' };
    ids.ATTACHMENT = String(await client.mailingAttachments.add({ mailingid: Number(ids.MAILING), ...file }).orThrow());
    await client.contacts.unsubscribeByEmail({ email: 'gone@example.com' }).orThrow();
    const rules = [{ field: 'CITY', operator: 'NOTEMPTY' as const }];
    for (const index of [0, 1])
      await client.contacts.createByEmail({ email: `starts.${index}@example.com`, body: {} }).orThrow();
    const program = { name: 'Starts', state: 'released' as const, steps: [{ kind: 'wait' as const, duration: 'P1D' }] };
    ids.PROGRAM = String((await client.marketingAutomation.create({ body: program }).orThrow()).id);
    await client.contacts.createCustomField({ field: 'COLOUR', type: 'string' }).orThrow();
    const hook = await call({
      method: 'POST',
      path: '/webhooks',
      headers: json,
      body: `{"event":"bounce","url":"https://hooks.example.com/first",${hookFields}}`,
    });
    ids.WEBHOOK = String(JSON.parse(hook.body).id);
    const blacklist = await client.mailingBlacklists.create({ name: 'Rivals' }).orThrow();
    await client.mailingBlacklists
      .addExpressions({ id: blacklist, body: { expressions: ['*@rival.example'] } })
      .orThrow();
    ids.BLACKLIST = String(blacklist);
    ids.FILTER = String(await client.contactFilters.create({ body: { name: 'All', rules } }).orThrow());
  });
  afterAll(() => service?.close());

  test.each(rows)('$what', async ({ what: _what, status, answer, type, afterwards, ...request }) => {
    const given = await call(request);
    expect([given.status, given.body]).toEqual([status, expect.anything()]);
    if (answer) expect(given.body).toMatch(typeof answer === 'string' ? filled(answer) : answer);
    if (type) expect(given.headers['content-type']).toBe(type);
    if (!afterwards) return;
    const shown = await call({ path: afterwards.path });
    expect(shown.body).toMatch(typeof afterwards.shows === 'string' ? filled(afterwards.shows) : afterwards.shows);
  });

  test('PHP: names of headers are compared exactly, letter case included', async () => {
    const { names } = await call({ path: '/contacts?page_size=1' });
    expect(names).toEqual(expect.arrayContaining(['X-Items', 'X-Pages', 'Link', 'Content-Type', 'X-Request-Id']));
    expect(names.filter((name) => /(^|-)[a-z]/.test(name) && name !== 'date')).toEqual([]);
  });
});
