import { expect, test } from 'vitest';
import { camelCase, pascalCase, propertyKey, typeName, valueName } from './names.ts';

test.each([
  ['Target groups', 'targetGroups', 'TargetGroups'],
  ['get-user_name', 'getUserName', 'GetUserName'],
  ['HTTPLog entries', 'httpLogEntries', 'HTTPLogEntries'],
  ['/people/{id}', 'peopleId', 'PeopleId'],
  ['v1.2 beta', 'v12Beta', 'V12Beta'],
  ['Größe ändern', 'größeÄndern', 'GrößeÄndern'],
  ['', '', ''],
])('%j is %s and %s', (text, camel, pascal) => {
  expect([camelCase(text), pascalCase(text)]).toEqual([camel, pascal]);
});

test.each([
  ['getPet', 'getPet'],
  ['get-pet', 'getPet'],
  ['POST_Queue', 'POST_Queue'],
  ['delete', 'delete_'],
  ['2fa', '_2Fa'],
  ['get/tasks/{id}', 'getTasksId'],
])('the operation %s is the function %s', (text, name) => {
  expect(valueName(text)).toBe(name);
});

test.each([
  ['Mailing', 'Mailing'],
  ['mailing', 'mailing'],
  ['foo.Bar-baz', 'foo_Bar_baz'],
  ['string', 'string_'],
  ['components', 'components_'],
  ['3D', '_3D'],
])('the schema %s is the type %s', (text, name) => {
  expect(typeName(text)).toBe(name);
});

test.each([
  ['name', 'name'],
  ['page_size', 'page_size'],
  ['$top', '$top'],
  ['X-Items', '"X-Items"'],
  ['class', 'class'],
])('the key %s is written %s', (text, key) => {
  expect(propertyKey(text)).toBe(key);
});
