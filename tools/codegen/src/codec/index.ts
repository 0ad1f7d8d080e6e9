/**
 * The XML codecs of a description, as TypeScript source.
 *
 * ```ts
 * const plans = compilePlans(document, ['Mailing', 'Contacts']);   // and every schema that these refer to
 * const files = emitCodecs(plans, { header: '// Generated …', type: (name) => … });
 * for (const [file, source] of files) …                            // 'codecs/Mailing.ts' -> source
 * ```
 *
 * `codecs/Mailing.ts` exports `MailingCodec: XmlCodec<T>`, and the functions that sibling modules use: `readMailing` and
 * `writeMailing`, and `fillMailing` and `attributesOfMailing` where elements of other names hold a mailing too. Both functions throw
 * `UnsupportedSchemaError` (JSON pointer and reason) for anything that has no one right form in XML.
 */
export { BIGINTS_FILE, bigintsFile } from './bigints-file.ts';
export { compilePlans, type OpenApiDocument } from './compile-plans.ts';
export { codecFile, codecName, emitCodecs } from './emit-codecs.ts';
