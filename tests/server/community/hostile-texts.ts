/** Strings for plain-text fields: some would run if read as HTML, others are known to break programs. */
import fc from '#tests/support/property.ts'
import { payloads, payloadsUpTo } from './payloads.ts'

/** Short enough for a tag, the shortest field. */
const ELEMENTS = [
  'img src=x',
  'svg',
  'body',
  'input autofocus',
  'details open',
  'video src=x',
  'audio src=x',
  'b tabindex=0',
  'a href=x',
  'x-y',
]
const EVENTS = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'ontoggle',
  'onmouseover',
  'oncut',
  'onblur',
  'onwheel',
]
const ACTIONS = ['alert(1)', 'print()', 'alert`1`', 'confirm(1)', 'prompt()']
const shortTexts = ACTIONS.flatMap((action) =>
  EVENTS.flatMap((event) =>
    ELEMENTS.flatMap((element) => [
      `<${element} ${event}=${action}>`,
      `"><${element} ${event}=${action}>`,
      `<${element.toUpperCase()} ${event}=${action}>`,
      `<${element}/${event}=${action}//`,
    ]),
  ),
)
/** A quarter comes from the corpus of bodies, in all its wrappings. */
const fromBodies = [...payloads, ...payloadsUpTo(4_000).filter((_payload, index) => index % 7 === 0)]

/** Single-line fields accept no line ends or other control characters. */
const asLine = (text: string) =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .normalize('NFC')
    .trim()

/**
 * `count` hostile strings, each complete and within the length; no two of them are spellings of the same name. The same
 * on every run; every slice contains all families.
 */
export const hostileTexts = (count: number, maxLength: number): readonly string[] => {
  const found = new Map<string, string>()
  const [bodies, shorts] = [fromBodies, shortTexts].map((all) =>
    all.map(asLine).filter((text) => text.length <= maxLength),
  )
  for (let index = 0; found.size < count; index += 1) {
    const text =
      (index % 4 === 0 ? bodies?.[index / 4] : shorts?.[(index * 7) % shortTexts.length]) ?? shorts?.[index]
    if (index > 4 * (fromBodies.length + shortTexts.length))
      throw new Error(`only ${found.size} such strings`)
    if (text === undefined) continue
    const key = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')
    if (!found.has(key)) found.set(key, text)
  }
  return [...found.values()]
}

/** Strings that have broken programs before. */
const BLOCKS = [
  'undefined',
  'null',
  'NaN',
  'true',
  '-1',
  '0x7fffffff',
  '1e400',
  '$1',
  '%s%n',
  '${7*7}',
  '{{7*7}}',
  '{{constructor.constructor("alert(1)")()}}',
  '<%= 7 %>',
  '#{7*7}',
  "'; drop table forum_thread; --",
  "' or 1=1",
  "') union select null,null--",
  '\\',
  '\\u0000',
  '\\x00',
  '..\\..\\',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '{"__proto__":{"polluted":1}}',
  '&amp;',
  '&lt;b&gt;',
  '&#0;',
  '<b>bold?',
  '1 < 2 > 0',
  '<!--',
  ']]>',
  'ﷺ',
  'ﷲ',
  'العَرَبِيَّة',
  'ـــمدـــ',
  '؟،؛',
  '١٢٣',
  'لا إله',
  'هٰذَا',
  'हिन्दी',
  'क्षत्रिय ज्ञ',
  'क़ख़ग़',
  'क़',
  'र्‍य',
  '१२३',
  'ॐ',
  '𝒳𝓎',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇮🇳',
  'Z͑ͫ̓a̴̡͓l͔g̵o',
  '\u202eevil\u202c',
  '\u2066x\u2069',
  '\u200f',
  '\u200e',
  'a\u200bb',
  'a\u200cb\u200dc',
  '\ufeffBOM',
  'ﬁ',
  'Å',
  'A\u030a',
  'e\u0301',
  '\u0623 \u0627\u0654',
  '\u1100\u1161\u11a8',
  'İi',
  'ß',
  'ǅ',
  '\ufffe',
  '\uffff',
  '\ue000',
  '\u{10ffff}',
  '𠜎𠜱',
  '⁰⁴⁵',
  '"',
  "'",
  '`',
  '´',
  'CON',
  'nul',
  'COM1',
  'ＡＢＣ',
  '┬─┬',
  '(╯°□°)╯',
  '/* */',
  '-- x',
  '=1+1',
  '@SUM(1)',
  '\u2028',
  '\u2029',
  '\u00a0',
  '\u0085',
  '\u0000',
  '\u0001',
  '\u001b[31m',
  '\u007f',
  '\t',
  '\n',
  '\r\n',
  '\ud800',
  '\udfff',
  'x\ud83dy',
]
const naughty = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.constantFrom(...BLOCKS), { minLength: 1, maxLength: 4 })
      .map((all) => all.join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...BLOCKS), { minLength: 2, maxLength: 3 })
      .map((all) => all.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
  // Around the maximum length of a title.
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('a', 'م', 'ह', '"', '👩', '\ud800', 'e\u0301'),
        fc.integer({ min: 95, max: 205 }),
      )
      .map(([letter, times]) => letter.repeat(times)),
  },
)

/** `count` different strings, starting with the single blocks; the same on every run. */
export const naughtyTexts = (count: number): readonly string[] => {
  const found = new Set<string>(BLOCKS)
  for (let seed = 1; found.size < count; seed += 1)
    for (const text of fc.sample(naughty, { seed, numRuns: count })) {
      if (found.size >= count) break
      found.add(text)
    }
  return [...found].slice(0, count)
}
