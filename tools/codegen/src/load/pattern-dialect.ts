/** Classes of POSIX, `[[:alpha:]]`, as parts of a class. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
};

/** Escapes of letters that have another meaning in other dialects, outside and inside of a class. */
const ESCAPES: Readonly<Record<string, [outside: string | undefined, inside: string | undefined]>> = {
  A: ['^', undefined],
  Z: ['$', undefined],
  z: ['$', undefined],
  h: ['[ \\t]', ' \\t'],
  e: ['\\x1b', '\\x1b'],
  a: ['\\x07', '\\x07'],
};

/** Letters that ECMA-262 escapes; an escape of any other letter is the letter itself, which nobody means. */
const KNOWN = /[dDwWsSbBnrtvfcxukpP]/;

/**
 * Returns a pattern of PCRE, Ruby, Python, Java or .NET in ECMA-262, which JSON Schema has. A pattern that means the same in both is
 * returned as it is; `undefined` if it has no form there.
 */
export function toEcmaPattern(source: string): string | undefined {
  const [, body = source, flags = ''] = /^\/(\^.*|.*\$)\/([a-z]*)$/s.exec(source) ?? [];
  const [, inline = '', rest = body] = /^\(\?([a-z]+)\)(.*)$/s.exec(body) ?? [];
  const options = new Set(flags + inline);
  // The others change nothing of a test, but for s, m and x, which change what the pattern is.
  if ([...options].some((option) => !'iugyd'.includes(option))) return undefined;
  const translated = translate(rest, options.has('i'));
  return translated !== undefined && isPattern(translated) ? translated : undefined;
}

function isPattern(source: string): boolean {
  try {
    RegExp(source);
    return true;
  } catch {
    return false;
  }
}

/** The parts of a pattern: ranges, escapes, classes of POSIX, groups with a name, bounds without a minimum, and single characters. */
const PART =
  /[A-Za-z]-[A-Za-z](?=[^[]*\])|\\p\{\^?[^}]*\}|\\[xu][\da-fA-F{][^\\[\]]{0,6}|\\c[A-Za-z]|\\.|\[:\^?\w+:\]|\(\?P<|\(\?P=\w+\)|\(\?#[^)]*\)|\{,\d+\}|&&\[|[\s\S]/gu;

function translate(source: string, ignoresCase: boolean): string | undefined {
  let inClass = false;
  let classStart = 0;
  let text = '';
  for (const { 0: part, index } of source.matchAll(PART)) {
    const isFirst = inClass && /^\[\^?$/.test(source.slice(classStart, index));
    const made = inClass ? classPart(part, isFirst, ignoresCase, source.slice(index)) : outerPart(part, ignoresCase);
    if (made === undefined) return undefined;
    text += made;
    if (!inClass && part === '[') [inClass, classStart] = [true, index];
    else if (inClass && part === ']' && made === ']') inClass = false;
  }
  return text;
}

function outerPart(part: string, ignoresCase: boolean): string | undefined {
  if (part.startsWith('\\')) return escaped(part, 0);
  if (part === '(?P<') return '(?<';
  if (part.startsWith('(?P=')) return `\\k<${part.slice(4, -1)}>`;
  if (part.startsWith('(?#')) return '';
  if (part.startsWith('{,')) return `{0${part.slice(1)}`;
  if (!ignoresCase) return part;
  return [...part].map((letter) => (isLetter(letter) ? `[${bothCases(letter)}]` : letter)).join('');
}

function classPart(part: string, isFirst: boolean, ignoresCase: boolean, ahead: string): string | undefined {
  if (part.startsWith('\\')) return escaped(part, 1);
  if (part.startsWith('[:')) return POSIX[part.slice(2, -2)];
  // Intersections of Java and Ruby.
  if (part === '&&[') return undefined;
  // Elsewhere, a bracket at the beginning of a class is one of its characters.
  if (part === ']' && isFirst && /^\][^[]*\]/.test(ahead)) return '\\]';
  if (!ignoresCase) return part;
  if (part.length === 3) return part + swapCase(part);
  return isLetter(part) ? bothCases(part) : part;
}

function escaped(part: string, place: 0 | 1): string | undefined {
  const letter = part[1]!;
  if (Object.hasOwn(ESCAPES, letter)) return ESCAPES[letter]![place];
  if (/[a-zA-Z]/.test(letter) && !KNOWN.test(letter)) return undefined;
  // ECMA-262 knows the properties of Unicode by their names only, and Java and POSIX others.
  if (letter === 'p' || letter === 'P') return isProperty(part) ? part : undefined;
  return part;
}

function isProperty(part: string): boolean {
  try {
    return new RegExp(part, 'u').unicode;
  } catch {
    return false;
  }
}

const isLetter = (part: string): boolean => part.length === 1 && part.toLowerCase() !== part.toUpperCase();

const swapCase = (range: string): string =>
  range.replace(/[A-Za-z]/g, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()));

const bothCases = (letter: string): string => letter.toLowerCase() + letter.toUpperCase();
