import { isStandardField, standardFields } from '../../people/index.ts';

/** Targets that are no fields of contacts. */
const ownTargets = ['email', 'external_id', 'permission', 'status', 'tags'] as const;

/** Target of the cells of a column. */
export type ColumnTarget =
  | { kind: (typeof ownTargets)[number] }
  | { kind: 'standard'; field: string }
  | { kind: 'custom'; field: string };

/** Other names that people give to columns, without spaces and signs. */
const synonyms = new Map(
  Object.entries({
    mail: 'email',
    emailaddress: 'email',
    mailaddress: 'email',
    customerid: 'external_id',
    givenname: 'FIRSTNAME',
    surname: 'LASTNAME',
    familyname: 'LASTNAME',
    name: 'FULLNAME',
    street: 'ADDRESS',
    housenumber: 'HNR',
    postcode: 'ZIP',
    postalcode: 'ZIP',
    zipcode: 'ZIP',
    town: 'CITY',
    company: 'ORGANIZATION',
    organisation: 'ORGANIZATION',
    dateofbirth: 'BIRTHDAY',
    birthdate: 'BIRTHDAY',
    language: 'LOCALE',
    // German
    emailadresse: 'email',
    mailadresse: 'email',
    kundennummer: 'external_id',
    vorname: 'FIRSTNAME',
    nachname: 'LASTNAME',
    familienname: 'LASTNAME',
    anrede: 'SALUTATION',
    titel: 'TITLE',
    geschlecht: 'GENDER',
    geburtsdatum: 'BIRTHDAY',
    geburtstag: 'BIRTHDAY',
    straße: 'ADDRESS',
    strasse: 'ADDRESS',
    hausnummer: 'HNR',
    plz: 'ZIP',
    postleitzahl: 'ZIP',
    ort: 'CITY',
    stadt: 'CITY',
    bundesland: 'STATE',
    land: 'COUNTRY',
    firma: 'ORGANIZATION',
    sprache: 'LOCALE',
    // French
    courriel: 'email',
    adresseemail: 'email',
    adressemail: 'email',
    numéroclient: 'external_id',
    prénom: 'FIRSTNAME',
    prenom: 'FIRSTNAME',
    nom: 'LASTNAME',
    nomdefamille: 'LASTNAME',
    nomcomplet: 'FULLNAME',
    civilité: 'SALUTATION',
    civilite: 'SALUTATION',
    sexe: 'GENDER',
    datedenaissance: 'BIRTHDAY',
    adresse: 'ADDRESS',
    rue: 'ADDRESS',
    codepostal: 'ZIP',
    ville: 'CITY',
    région: 'REGION',
    pays: 'COUNTRY',
    société: 'ORGANIZATION',
    entreprise: 'ORGANIZATION',
    langue: 'LOCALE',
    // Spanish
    correo: 'email',
    correoelectrónico: 'email',
    correoelectronico: 'email',
    númerodecliente: 'external_id',
    nombre: 'FIRSTNAME',
    apellido: 'LASTNAME',
    apellidos: 'LASTNAME',
    nombrecompleto: 'FULLNAME',
    tratamiento: 'SALUTATION',
    sexo: 'GENDER',
    género: 'GENDER',
    fechadenacimiento: 'BIRTHDAY',
    dirección: 'ADDRESS',
    direccion: 'ADDRESS',
    calle: 'ADDRESS',
    códigopostal: 'ZIP',
    codigopostal: 'ZIP',
    ciudad: 'CITY',
    provincia: 'STATE',
    país: 'COUNTRY',
    pais: 'COUNTRY',
    empresa: 'ORGANIZATION',
    idioma: 'LOCALE',
    // In all of them; "Tag" alone is a day in German.
    schlagwörter: 'tags',
    étiquettes: 'tags',
    etiquettes: 'tags',
    etiquetas: 'tags',
  }),
);

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the name of the field that a target stands for. */
export const fieldOf = (target: ColumnTarget): string => ('field' in target ? target.field : target.kind);

/**
 * Returns the target for the name of a column, or `undefined` if it is unknown. Compares custom fields exactly first, then
 * loosely.
 */
export function recogniseColumn(name: string, customFields: readonly string[]): ColumnTarget | undefined {
  if (customFields.includes(name)) return { kind: 'custom', field: name };
  const short = plain(name);
  const known = [...ownTargets, ...standardFields].find((target) => plain(target) === short);
  const target = known ?? synonyms.get(short);
  if (target !== undefined) return targetOf(target, customFields);
  const loosely = customFields.find((field) => plain(field) === short);
  return loosely === undefined ? undefined : { kind: 'custom', field: loosely };
}

/** The target that a mapping names; undefined when there is no such. */
function targetOf(name: string, customFields: readonly string[]): ColumnTarget | undefined {
  const own = ownTargets.find((each) => each === name);
  // Accounts have had fields of this name before.
  if (own !== undefined && !(own === 'tags' && customFields.includes(name))) return { kind: own };
  if (isStandardField(name)) return { kind: 'standard', field: name };
  return customFields.includes(name) ? { kind: 'custom', field: name } : undefined;
}

/** Reads `E-Mail=email,First name=FIRSTNAME`; an empty target leaves the column out. Throws an error in words. */
export function parseMapping(text: string): Map<string, string> {
  return new Map(
    text.split(',').map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) throw new Error(`it must look like "E-Mail=email,First name=FIRSTNAME", and "${pair}" does not`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** Targets of the columns in their order, undefined for those that are left out. Throws an error in words. */
export function chooseColumns(
  header: readonly string[],
  mapping: ReadonlyMap<string, string>,
  customFields: readonly string[],
): (ColumnTarget | undefined)[] {
  for (const column of mapping.keys()) {
    if (!header.includes(column))
      throw new Error(`there is no column "${column}"; the columns are: ${header.join(', ')}`);
  }
  const targets = header.map((column) => {
    const mapped = mapping.get(column);
    if (mapped === undefined) return recogniseColumn(column, customFields);
    if (mapped === '') return undefined;
    return targetOf(mapped, customFields) ?? refuseField(`${mapped} for the column "${column}"`, customFields);
  });
  refuseDoubles(header, targets, leaveOutByMapping(header));
  return targets;
}

/** Returns the targets of columns that are named by the user. @throws Error in words, if a name is no field's */
export function chooseNamedColumns(
  names: readonly string[],
  customFields: readonly string[],
): (ColumnTarget | undefined)[] {
  const targets = names.map((name) =>
    name === '' ? undefined : (recogniseColumn(name, customFields) ?? refuseField(name, customFields)),
  );
  refuseDoubles(
    names,
    targets,
    (_, number) => `leave one out with an empty field, such as number ${number} of --columns`,
  );
  return targets;
}

/** Returns the targets of columns by exact names of fields. @throws Error in words, if a name is no field's or is there twice */
export function chooseFields(fields: readonly string[], customFields: readonly string[]): (ColumnTarget | undefined)[] {
  const double = fields.find((field, index) => field !== '' && fields.indexOf(field) !== index);
  if (double !== undefined) throw new Error(`the field ${double} is there twice`);
  return fields.map((field) =>
    field === '' ? undefined : (targetOf(field, customFields) ?? refuseField(field, customFields)),
  );
}

/** Returns the targets of fields that were chosen before; one that was deleted since is a custom field that no contact has. */
export const targetsOf = (fields: readonly string[], customFields: readonly string[]): (ColumnTarget | undefined)[] =>
  fields.map((field) => (field === '' ? undefined : (targetOf(field, customFields) ?? { kind: 'custom', field })));

function refuseField(name: string, customFields: readonly string[]): never {
  const possible = [...ownTargets, ...standardFields, ...customFields].join(', ');
  throw new Error(`there is no field ${name}; the fields are: ${possible}`);
}

/** @param leaveOut tells how to leave out a column, by its name and its number */
function refuseDoubles(
  header: readonly string[],
  targets: readonly (ColumnTarget | undefined)[],
  leaveOut: (name: string, number: number) => string,
): void {
  const names = targets.map((target) => target && ('field' in target ? `${target.kind} ${target.field}` : target.kind));
  const double = names.findIndex((name, index) => name !== undefined && names.indexOf(name) !== index);
  if (double === -1) return;
  const first = names.indexOf(names[double]);
  const [one, other] = [header[first]!, header[double]!];
  const columns =
    one === other
      ? `the columns ${first + 1} and ${double + 1} have the same name "${one}"`
      : `the columns "${one}" and "${other}" are for the same field`;
  throw new Error(`${columns}; ${leaveOut(other, double + 1)}`);
}

/** A mapping knows columns by their names only. */
const leaveOutByMapping =
  (header: readonly string[]) =>
  (name: string, number: number): string =>
    header.indexOf(name) === header.lastIndexOf(name)
      ? `leave one out with --map "${name}="`
      : `give column ${number} another name in the file, such as "${name} ${number}", and leave it out with --map "${name} ${number}="`;
