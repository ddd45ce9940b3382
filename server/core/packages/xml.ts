/**
 * XML that strangers made. Names lose their prefix; entities of the document's own are refused unread, so nothing is
 * fetched and nothing grows; depth and size are bounded.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { decodeText } from './text.ts'
import { PackageError } from './refusal.ts'

export interface XmlNode {
  /** Without prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlNode | string)[]
}

export const XML_MAX_BYTES = 8 * 1024 ** 2
const DEPTH_MAX = 90
/** Enough for 200 questions a hundred times over. */
const NODES_MAX = 400_000

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
  maxNestedTags: DEPTH_MAX,
})

/** The document's root; throws {@link PackageError}. `where` names the file in the refusal. */
export const parseXml = (bytes: Buffer, where = ''): XmlNode => {
  if (bytes.length > XML_MAX_BYTES) throw new PackageError('xml_too_large', where)
  const text = decodeText(bytes, declaredEncoding(bytes))
  if (text === null) throw new PackageError('xml_broken', where)
  const plain = withoutDoctype(text, where)
  guardShape(plain, where)
  const valid = XMLValidator.validate(plain, { allowBooleanAttributes: false })
  if (valid !== true) throw new PackageError('xml_broken', `${where}:${valid.err.line}`)
  return rootOf(read(plain, where), where)
}

const read = (plain: string, where: string): unknown => {
  try {
    return parser.parse(plain)
  } catch (error) {
    const deep = error instanceof Error && /nested tags/i.test(error.message)
    throw new PackageError(deep ? 'xml_too_deep' : 'xml_broken', where)
  }
}

const declaredEncoding = (bytes: Buffer): string | null =>
  /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1] ??
  null

/** A plain reference to a known document type may stand there; definitions of one's own may not. */
const withoutDoctype = (text: string, where: string): string => {
  if (/<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text)) throw new PackageError('xml_entities', where)
  if (/<!DOCTYPE[^>]{0,2000}\[/i.test(text)) throw new PackageError('xml_entities', where)
  return text.replace(/<!DOCTYPE[^<>[\]]{0,2000}>/i, '')
}

/** Counts before anything is built; the parser itself ends at the depth. */
const guardShape = (text: string, where: string): void => {
  let nodes = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    nodes += 1
    if (nodes > NODES_MAX) throw new PackageError('xml_too_large', where)
  }
}

type Raw = Record<string, unknown>

const rootOf = (parsed: unknown, where: string): XmlNode => {
  const roots = nodesOf(parsed).filter((one): one is XmlNode => typeof one !== 'string')
  const [root] = roots
  if (!root || roots.length > 1) throw new PackageError('xml_broken', where)
  return root
}

const nodesOf = (parsed: unknown): (XmlNode | string)[] =>
  (Array.isArray(parsed) ? (parsed as Raw[]) : []).flatMap((raw): (XmlNode | string)[] => {
    if (TEXT in raw) return [decodeEntities(String(raw[TEXT]))]
    if (CDATA in raw) return [textIn(raw[CDATA])]
    const name = Object.keys(raw).find((key) => key !== ATTRIBUTES)
    if (name === undefined) return []
    const attributes = Object.entries((raw[ATTRIBUTES] ?? {}) as Raw).map(
      ([key, value]) => [key, decodeEntities(String(value))] as const,
    )
    return [{ name, attributes: Object.fromEntries(attributes), children: nodesOf(raw[name]) }]
  })

const textIn = (parts: unknown): string =>
  (Array.isArray(parts) ? (parts as Raw[]) : [])
    .map((part) => (typeof part[TEXT] === 'string' ? part[TEXT] : ''))
    .join('')

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The five of XML and numbers; a name that nobody defined stays as it is written. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : '\u{fffd}'
  })

/* ---- looking around in a document ---- */

export const elements = (node: XmlNode, name?: string): XmlNode[] =>
  node.children.filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  )
export const element = (node: XmlNode | null | undefined, name: string): XmlNode | null =>
  (node && elements(node, name)[0]) ?? null

/** Every element below a node, in reading order, for which a question is answered with yes. */
export const descendants = (node: XmlNode, wanted: (one: XmlNode) => boolean): XmlNode[] =>
  elements(node).flatMap((child) => [...(wanted(child) ? [child] : []), ...descendants(child, wanted)])

/** All text of a node, put together. */
export const textOf = (node: XmlNode | null | undefined): string =>
  node ? node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('') : ''
