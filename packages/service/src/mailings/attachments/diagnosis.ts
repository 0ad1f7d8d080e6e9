/** Endings of names under which large mail providers take no file at all, because it could be run. */
const refused = new Set(
  `ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab dll dmg ex_ exe hta img ins iso isp jar jnlp js jse lib lnk
  mde msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vxd wsc wsf wsh xll`.split(/\s+/),
);

/** Types in which other types are packed: the bytes of a document may show no more than that. */
const containers = new Set(['application/zip', 'application/gzip', 'application/xml', 'application/x-cfb', 'text/xml']);

/**
 * OK, or what is wrong with a file that goes with mails, for a person to read.
 * @param type MIME type that mails will name
 * @param ofBytes the type that the bytes show, if they show one
 */
export function diagnose(filename: string, type: string, ofBytes: string | undefined): string {
  const ending = filename.includes('.') ? filename.split('.').at(-1)!.toLowerCase() : '';
  if (refused.has(ending)) return `Many mail providers refuse files that end in .${ending}.`;
  const essence = type.split(';')[0]!;
  if (ofBytes !== undefined && !containers.has(ofBytes) && plain(ofBytes) !== plain(essence)) {
    return `The content is ${ofBytes}, not ${essence}.`;
  }
  return 'OK';
}

/** Types have been written in several ways. */
const plain = (type: string) => type.replace('/x-', '/').replace('image/jpg', 'image/jpeg').replace('/mp3', '/mpeg');
