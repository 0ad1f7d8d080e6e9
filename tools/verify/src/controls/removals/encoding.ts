import type { Removal } from '../removal.ts';

/** Chapters V1 and V2: encoding, sanitization, validation, business logic. */
export const encodingRemovals: readonly Removal[] = [
  {
    row: 'V1.1.1',
    file: 'packages/server-runtime/src/query-string.ts',
    control: 'return decodeURIComponent(spaced);',
    without: 'return decodeURIComponent(decodeURIComponent(spaced));',
  },
  {
    row: 'V1.1.2, V1.2.1',
    file: 'packages/service/src/platform/text/escape.ts',
    control: `return text.replace(/[&<>"']/g, (character) => htmlEntities.get(character)!);`,
    without: 'return text;',
  },
  {
    row: 'V1.1.2, V1.2.1',
    file: 'packages/xml-codec/src/writers.ts',
    control: 'putText(out, NEEDS_CARE.test(value) ? escaped(value, step) : value);',
    without: 'putText(out, value);',
  },
  {
    row: 'V1.2.2',
    file: 'packages/service/src/platform/text/escape.ts',
    control: 'const isWebAddress = /^https?:\\/\\//i.test(text) && URL.canParse(text);',
    without: 'const isWebAddress = URL.canParse(text);',
  },
  {
    row: 'V1.2.9',
    file: 'packages/service/src/platform/text/match.ts',
    control: "return text.replace(/[\\\\%_]/g, '\\\\$&');",
    without: 'return text;',
  },
  {
    row: 'V1.2.9',
    file: 'packages/service/src/mailing-blacklists/expression.ts',
    control: "if (misplaced || (anyLocal && anyDomain)) return { reason: 'syntax' };",
    without: '',
  },
  {
    row: 'V1.3.1',
    file: 'packages/service/src/pages/mail-headers.ts',
    control: `"sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none';`,
    without: '"',
  },
  {
    row: 'V1.3.3',
    file: 'packages/service/src/platform/text/xml.ts',
    control: "const legal = text.replace(illegal, '');",
    without: 'const legal = text;',
  },
  {
    row: 'V1.3.4',
    file: 'packages/service/src/account/media/image-type.ts',
    control: "['image/webp', /^RIFF.{4}WEBP/s],",
    without: "['image/webp', /^RIFF.{4}WEBP/s],\n  ['image/svg+xml', /^<svg/],",
  },
  {
    row: 'V1.3.5, V1.3.7',
    file: 'packages/service/src/templates/liquid/engine.ts',
    control: 'if (!allowedTags.has(tag)) delete engine.tags[tag];',
    without: '{}',
  },
  {
    row: 'V1.3.6',
    file: 'packages/service/src/platform/fetch/lookup.ts',
    control: 'const allowed = all.filter(({ address }) => allows(address));',
    without: 'const allowed = all;',
  },
  {
    row: 'V1.3.6',
    file: 'packages/service/src/platform/fetch/addresses.ts',
    control: "if (parsed.range() !== 'unicast') return false;",
    without: '',
  },
  {
    row: 'V1.3.11',
    file: 'packages/service/src/platform/text/escape.ts',
    control: "return text.replaceAll('\\0', '').replace(/[\\r\\n]+/g, ' ');",
    without: 'return text;',
  },
  {
    row: 'V1.5.1',
    file: 'packages/xml-codec/src/scanner.ts',
    control: "if (xml.startsWith('<!DOCTYPE', pos)) reader.fail('forbidden', undefined, 'a DOCTYPE');",
    without: '',
  },
  {
    row: 'V2.2.3',
    file: 'packages/service/src/mailings/schedules/read.ts',
    control: 'refuseForeign(input);',
    without: '',
  },
  {
    row: 'V2.3.1',
    file: 'packages/service/src/mailings/state-machine.ts',
    control: 'return ways(move, actor, type).find((way) => way.from.includes(from))?.to;',
    without: 'return ways(move, actor, type)[0]?.to;',
  },
  {
    row: 'V2.3.1',
    file: 'packages/service/src/app/intercept-handlers.ts',
    control: 'if (isSealed(mailing.state)) throw sealedError(id);',
    without: '',
  },
  {
    row: 'V2.3.4',
    file: 'packages/service/src/sending/deliveries/batches.ts',
    control: "    .forUpdate('batch')\n    .skipLocked();",
    without: '    ;',
  },
  {
    row: 'V2.4.1',
    file: 'packages/server-runtime/src/bodies-under-way.ts',
    control: "if (ofClient > this.#bounds.client) throw tooMany(this.#bounds.client, 'of requests of your own');",
    without: '',
  },
  {
    row: 'V2.4.1',
    file: 'packages/console/src/web/body.ts',
    control: 'take: underWay.take',
    without: 'take: () => {}',
  },
  {
    row: 'V2.4.1',
    file: 'packages/server-runtime/src/web/forms.ts',
    control: "if (hasMoreFields(bytes, bounds.fields)) throw new FormFault('too many fields', bounds);",
    without: '',
  },
  {
    row: 'V2.4.1',
    file: 'packages/service/src/platform/http/limited.ts',
    control: 'if (seconds === 0) return;',
    without: 'return;',
  },
  {
    row: 'V1.2.3',
    file: 'packages/server-runtime/src/encode.ts',
    control: 'return bigints ? writeBigints(value) : JSON.stringify(value);',
    without: 'return bigints ? writeBigints(value) : `"${value}"`;',
  },
  {
    row: 'V1.2.4',
    file: 'packages/service/src/mailings/store.ts',
    control: "    .where('name', '=', name)",
    without: "    .where('name', '=', sql.lit(name))",
  },
  {
    row: 'V1.4.2',
    file: 'packages/server-runtime/src/scalar.ts',
    control: 'if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;',
    without: 'return value;',
  },
  {
    row: 'V1.5.2',
    file: 'packages/server-runtime/src/dispatcher.ts',
    control: 'const findUnknownMembers = unknownMembers(api.shapes ?? []);',
    without: 'const findUnknownMembers = unknownMembers([]);',
  },
  {
    row: 'V2.1.1, V2.1.2',
    file: 'spec/rules/schema-bounds.ts',
    control: "if (types.includes('array') && !has('maxItems')) {",
    without: 'if (false) {',
  },
  {
    row: 'V2.2.1, V2.2.2',
    file: 'packages/server-runtime/src/body-value.ts',
    control: 'if (validate && !validate(value)) throw badRequest(describeBody(validate.errors ?? [], value, root));',
    without: '',
  },
  {
    row: 'V2.2.1, V2.2.2',
    file: 'packages/server-runtime/src/parameters.ts',
    control: 'if (validate && !validate(input)) {',
    without: 'if (false) {',
  },
  {
    row: 'V2.3.2',
    file: 'packages/service/src/sending/sendouts/freeze.ts',
    control: 'contacts_limit === noLimit',
    without: 'true',
  },
  {
    row: 'V2.3.3',
    file: 'packages/service/src/app/intercept-handlers.ts',
    control:
      'db.transaction().execute((transaction) => {\n          const make = () => inside(transaction, lockMailing, noteWork);',
    without:
      'db.connection().execute((transaction) => {\n          const make = () => inside(transaction, findMailing, noteWork);',
  },
];
