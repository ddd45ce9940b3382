/**
 * Limits of untrusted XML, checked in one pass before the parser runs: the parser's time grows with the square of the
 * attributes (700,000 take 7 s) and of the declarations.
 */
import { PackageError } from './package-error.ts'

/** 2,000 questions have about 60,000 elements. */
const NODES_MAX = 200_000
const ATTRIBUTES_MAX = 200_000
const ATTRIBUTES_PER_ELEMENT_MAX = 200
const DOCTYPE_MAX_CHARS = 2_000

interface Position {
  readonly xml: string
  readonly where: string
  index: number
}

/** The document without its document type declaration; throws {@link PackageError} when it exceeds a limit. */
export const checkedXml = (text: string, where: string, depthMax: number): string => {
  const prologue = prologueOf(text, where)
  const xml = text.slice(0, prologue.from) + text.slice(prologue.to)
  const at: Position = { xml, where, index: xml.indexOf('<') }
  let [nodes, attributes, depth] = [0, 0, 0]
  for (; at.index >= 0; at.index = xml.indexOf('<', at.index)) {
    nodes += 1
    if (nodes > NODES_MAX) throw new PackageError('xml_too_large', where)
    if (skipsMarkup(at)) continue
    if (xml[at.index + 1] === '!') throw new PackageError('xml_entities', where)
    const isEnd = xml[at.index + 1] === '/'
    const tag = skipTag(at)
    attributes += tag.attributes
    if (tag.attributes > ATTRIBUTES_PER_ELEMENT_MAX || attributes > ATTRIBUTES_MAX)
      throw new PackageError('xml_too_large', where)
    depth += isEnd ? -1 : tag.isEmpty ? 0 : 1
    if (depth > depthMax) throw new PackageError('xml_too_deep', where)
  }
  return xml
}

/** Where the document type declaration is. A reference to a known type is allowed; definitions are not. */
const prologueOf = (text: string, where: string): { from: number; to: number } => {
  const at: Position = { xml: text, where, index: text.indexOf('<') }
  while (at.index >= 0 && skipsMarkup(at)) at.index = text.indexOf('<', at.index)
  if (at.index < 0 || !/^<!DOCTYPE/i.test(text.slice(at.index, at.index + 9))) return { from: 0, to: 0 }
  const declaration = text.slice(at.index, at.index + DOCTYPE_MAX_CHARS)
  const length = declaration.search(/[>[]/) + 1
  if (length === 0) throw new PackageError('xml_broken', where)
  if (declaration[length - 1] === '[') throw new PackageError('xml_entities', where)
  return { from: at.index, to: at.index + length }
}

const OTHER_MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Moves behind a comment, a CDATA section or a processing instruction; false at any other markup. */
const skipsMarkup = (at: Position): boolean => {
  const kind = OTHER_MARKUP.find(([start]) => at.xml.startsWith(start, at.index))
  if (!kind) return false
  const [start, end] = kind
  const found = at.xml.indexOf(end, at.index + start.length)
  if (found < 0) throw new PackageError('xml_broken', at.where)
  at.index = found + end.length
  return true
}

/** Moves behind a start or end tag; attribute values may contain `>`. */
const skipTag = (at: Position): { attributes: number; isEmpty: boolean } => {
  const { xml, where } = at
  let attributes = 0
  for (let index = at.index + 1; index < xml.length; index += 1) {
    const sign = xml[index]
    if (sign === '>') {
      at.index = index + 1
      return { attributes, isEmpty: xml[index - 1] === '/' }
    }
    if (sign === '=') attributes += 1
    if (sign !== '"' && sign !== "'") continue
    index = xml.indexOf(sign, index + 1)
    if (index < 0) break
  }
  throw new PackageError('xml_broken', where)
}
