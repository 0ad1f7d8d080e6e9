import { describe, expect, test } from 'vitest';
import { chooseColumns, chooseNamedColumns, fieldOf, parseMapping, recogniseColumn } from './columns.ts';

const custom = ['SHOE_SIZE', 'city'];

test.each([
  ['email', 'email'],
  ['E-Mail', 'email'],
  ['E-mail address', 'email'],
  ['External ID', 'external_id'],
  ['First name', 'FIRSTNAME'],
  ['LASTNAME', 'LASTNAME'],
  ['Surname', 'LASTNAME'],
  ['Zip code', 'ZIP'],
  ['Shoe size', 'SHOE_SIZE'],
  ['city', 'city'],
  ['City', 'CITY'],
  ['E-Mail-Adresse', 'email'],
  ['Vorname', 'FIRSTNAME'],
  ['Straße', 'ADDRESS'],
  ['PLZ', 'ZIP'],
  ['Courriel', 'email'],
  ['Prénom', 'FIRSTNAME'],
  ['Code postal', 'ZIP'],
  ['Correo electrónico', 'email'],
  ['Apellidos', 'LASTNAME'],
  ['Código postal', 'ZIP'],
  ['Tags', 'tags'],
  ['Étiquettes', 'tags'],
  ['Tag', undefined],
  ['Favourite colour', undefined],
])('the column %j is %s', (name, wanted) => {
  const target = recogniseColumn(name, custom);
  expect(target && ('field' in target ? target.field : target.kind)).toBe(wanted);
});

test('a custom field of the name wins over the tags', () => {
  expect(recogniseColumn('tags', ['tags'])).toEqual({ kind: 'custom', field: 'tags' });
  expect(chooseColumns(['Topics'], parseMapping('Topics=tags'), ['tags'])).toEqual([{ kind: 'custom', field: 'tags' }]);
});

test('a mapping wins, an empty one leaves out', () => {
  const mapping = parseMapping('Mail 2=email, Mail=');
  expect(chooseColumns(['Mail', 'Mail 2', 'x'], mapping, custom)).toEqual([undefined, { kind: 'email' }, undefined]);
});

describe('refused', () => {
  test.each([
    ['Mail=email', ['E'], 'there is no column "Mail"; the columns are: E'],
    ['E=COLOUR', ['E'], 'there is no field COLOUR for the column "E"; the fields are: email, external_id'],
    [
      'X=email',
      ['X', 'E-Mail'],
      'the columns "X" and "E-Mail" are for the same field; leave one out with --map "E-Mail="',
    ],
    [
      'X=',
      ['X', 'email', 'Town', 'Town'],
      'the columns 3 and 4 have the same name "Town"; give column 4 another name in the file, such as "Town 4", and leave it out with --map "Town 4="',
    ],
  ])('%s for %j', (mapping, header, message) => {
    expect(() => chooseColumns(header, parseMapping(mapping), custom)).toThrow(message);
  });
  test('a mapping without a sign', () => {
    expect(() => parseMapping('email')).toThrow('must look like');
  });
});

test('the advice on two columns of a name works', () => {
  const renamed = ['email', 'Town', 'Town 3'];
  const targets = chooseColumns(renamed, parseMapping('Town 3='), custom);
  expect(targets.map((target) => target && fieldOf(target))).toEqual(['email', 'CITY', undefined]);
});

test('columns that the user names are fields by any of their names, an empty one is skipped', () => {
  const named = chooseNamedColumns(['E-Mail', '', 'Vorname', 'SHOE_SIZE'], custom);
  expect(named.map((target) => target && ('field' in target ? target.field : target.kind))).toEqual([
    'email',
    undefined,
    'FIRSTNAME',
    'SHOE_SIZE',
  ]);
  expect(() => chooseNamedColumns(['email', 'hat'], custom)).toThrow('there is no field hat; the fields are: email,');
  expect(() => chooseNamedColumns(['email', 'Mail'], custom)).toThrow(
    'are for the same field; leave one out with an empty field, such as number 2 of --columns',
  );
});
