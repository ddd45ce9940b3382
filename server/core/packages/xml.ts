/**
 * Parses untrusted XML; only worker threads may call it. Names lose their prefix. Documents that define entities are
 * rejected, so nothing is fetched or expanded; depth and size are limited.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { decodeText } from './decode-text.ts'
import { PackageError } from './package-error.ts'
import { checkedXml } from './xml-limits.ts'

export interface XmlNode {
  /** Without prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlNode | string)[]
}

export const XML_MAX_BYTES = 8 * 1024 ** 2
const NESTING_MAX = 90

const TEXT = '#text'
const CDATA = '#cdata'
const ATTRIBUTES = ':@'

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: TEXT,
  cdataPropName: CDATA,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: NESTING_MAX,
})

/** The root of the document; throws {@link PackageError}. `where` is the file name for the error. */
export const parseXml = (bytes: Buffer, where = ''): XmlNode => {
  if (bytes.length > XML_MAX_BYTES) throw new PackageError('xml_too_large', where)
  const text = decodeText(bytes, declaredEncoding(bytes))
  if (text === null) throw new PackageError('xml_broken', where)
  const xml = checkedXml(text, where, NESTING_MAX)
  const valid = XMLValidator.validate(xml, { allowBooleanAttributes: false })
  if (valid !== true) throw new PackageError('xml_broken', `${where}:${valid.err.line}`)
  return rootOf(parse(xml, where), where)
}

const parse = (xml: string, where: string): unknown => {
  try {
    return parser.parse(xml)
  } catch (error) {
    const isTooDeep = error instanceof Error && /nested tags/i.test(error.message)
    throw new PackageError(isTooDeep ? 'xml_too_deep' : 'xml_broken', where)
  }
}

const declaredEncoding = (bytes: Buffer): string | null =>
  /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1] ??
  null

type RawNode = Record<string, unknown>

const rootOf = (parsed: unknown, where: string): XmlNode => {
  const roots = nodesOf(parsed).filter((node): node is XmlNode => typeof node !== 'string')
  const [root] = roots
  if (!root || roots.length > 1) throw new PackageError('xml_broken', where)
  return root
}

const nodesOf = (parsed: unknown): (XmlNode | string)[] =>
  (Array.isArray(parsed) ? (parsed as RawNode[]) : []).flatMap((raw): (XmlNode | string)[] => {
    if (TEXT in raw) return [decodeEntities(String(raw[TEXT]))]
    if (CDATA in raw) return [textIn(raw[CDATA])]
    const name = Object.keys(raw).find((key) => key !== ATTRIBUTES)
    if (name === undefined) return []
    // Without a prototype: `attributes['constructor']` is what the file says, or nothing.
    const attributes: Record<string, string> = Object.create(null)
    for (const [key, value] of Object.entries((raw[ATTRIBUTES] ?? {}) as RawNode))
      attributes[key] = decodeEntities(String(value))
    return [{ name, attributes, children: nodesOf(raw[name]) }]
  })

const textIn = (parts: unknown): string =>
  (Array.isArray(parts) ? (parts as RawNode[]) : [])
    .map((part) => (typeof part[TEXT] === 'string' ? part[TEXT] : ''))
    .join('')

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Decodes the five XML entities and numeric references; unknown names stay as written. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (reference, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(String(name)) ?? reference
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : '\u{fffd}'
  })

/* ---- navigation ---- */

export const elements = (node: XmlNode, name?: string): XmlNode[] =>
  node.children.filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  )
export const element = (node: XmlNode | null | undefined, name: string): XmlNode | null =>
  (node && elements(node, name)[0]) ?? null

/** All descendants that match, in reading order. */
export const descendants = (node: XmlNode, matches: (node: XmlNode) => boolean): XmlNode[] =>
  elements(node).flatMap((child) => [...(matches(child) ? [child] : []), ...descendants(child, matches)])

/** All text of a node, concatenated. */
export const textOf = (node: XmlNode | null | undefined): string =>
  node ? node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('') : ''
