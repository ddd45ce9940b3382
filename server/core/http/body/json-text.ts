/**
 * Parses the JSON of a request. Limits come before the parser: a megabyte of empty lists is 350,000 objects, and
 * normalizing half a million combining marks takes a minute.
 */
import { hasTooManyTags } from '../../security/tag-limit.ts'
import { wholeCharacters } from '../sanitize-text.ts'

/** What is wrong with a body. */
export type JsonRefusal = 'malformed' | 'too_complex'
export type JsonResult = { value: unknown } | { refused: JsonRefusal }

const DEPTH_MAX = 64
/** The stream-safe text format of Unicode allows 30; people who decorate letters use about 40. */
const MARKS_IN_A_ROW_MAX = 250
/** Starts only in front of a run, so that long runs are read once. */
const TOO_MANY_MARKS = new RegExp(`(?:^|\\P{M})\\p{M}{${MARKS_IN_A_ROW_MAX}}`, 'u')

/** `valuesMax` counts the members of all objects and lists. */
export const parseJson = (text: string, valuesMax: number): JsonResult => {
  if (hasTooManyValues(text, valuesMax)) return { refused: 'too_complex' }
  try {
    const value: unknown = JSON.parse(wholeCharacters(text.replace(/^\u{feff}/u, '')))
    const refused = refusalOf(value)
    return refused ? { refused } : { value }
  } catch {
    return { refused: 'malformed' }
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** One pass without memory: the parser itself would need seconds and gigabytes for the worst bodies. */
const hasTooManyValues = (text: string, max: number): boolean => {
  let [values, depth, isInText] = [0, 0, false]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInText) {
      if (code === BACKSLASH) index += 1
      else if (code === QUOTE) isInText = false
      continue
    }
    if (code === QUOTE) isInText = true
    else if (code === COMMA) values += 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1
      depth += 1
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
    if (values > max || depth > DEPTH_MAX) return true
  }
  return false
}

const isSlowText = (text: string): boolean =>
  (text.length > MARKS_IN_A_ROW_MAX && TOO_MANY_MARKS.test(text)) || hasTooManyTags(text)

const reachesPrototype = (key: string, value: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'))

/** Keys that could reach a prototype, and texts that are slow to normalize or to sanitize: they go no further. */
const refusalOf = (value: unknown): JsonRefusal | null => {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node === 'string') {
      if (isSlowText(node)) return 'too_complex'
      continue
    }
    if (typeof node !== 'object' || node === null) continue
    if (Array.isArray(node)) {
      for (const one of node) open.push(one)
      continue
    }
    for (const [key, one] of Object.entries(node)) {
      if (reachesPrototype(key, one)) return 'malformed'
      if (key.length > MARKS_IN_A_ROW_MAX) open.push(key)
      open.push(one)
    }
  }
  return null
}
