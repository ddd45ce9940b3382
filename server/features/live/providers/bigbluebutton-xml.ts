/**
 * Reads the small XML answers of BigBlueButton: elements, text and CDATA. It expands nothing, visits each character
 * once, and refuses what is nested deeper than any answer is.
 */
export interface ResponseNode {
  readonly name: string
  readonly children: ResponseNode[]
  text: string
}

const DEPTH_MAX = 20
const CDATA = '<![CDATA['
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decode = (text: string) =>
  text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => NAMED[name] ?? '')

/** The end of the markup that starts at `from`, and what it is; null for markup that does not end. */
const markupAt = (xml: string, from: number): { end: number; text?: string; tag?: string } | null => {
  const endOf = (closing: string) => {
    const found = xml.indexOf(closing, from)
    return found === -1 ? null : found + closing.length
  }
  if (xml.startsWith(CDATA, from)) {
    const end = endOf(']]>')
    return end === null ? null : { end, text: xml.slice(from + CDATA.length, end - 3) }
  }
  const end = endOf(xml.startsWith('<!--', from) ? '-->' : '>')
  if (end === null) return null
  const isSkipped = xml[from + 1] === '!' || xml[from + 1] === '?'
  return isSkipped ? { end } : { end, tag: xml.slice(from + 1, end - 1) }
}

/** Opens or closes an element; false when the tags do not match. */
const applyTag = (stack: ResponseNode[], tag: string): boolean => {
  const parent = stack.at(-1)
  if (!parent) return false
  if (tag.startsWith('/')) {
    stack.pop()
    return stack.length > 0 && parent.name === tag.slice(1).trim()
  }
  const isEmpty = tag.endsWith('/')
  const name = /^[\w:.-]+/.exec(tag)?.[0]
  if (name === undefined || stack.length > DEPTH_MAX) return false
  const node: ResponseNode = { name, children: [], text: '' }
  parent.children.push(node)
  if (!isEmpty) stack.push(node)
  return true
}

/** The document's root; null for anything that is not well-formed. */
export const readBigBlueButtonXml = (xml: string): ResponseNode | null => {
  const document: ResponseNode = { name: '', children: [], text: '' }
  const stack = [document]
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at)
    const text = xml.slice(at, next === -1 ? undefined : next)
    const current = stack.at(-1)
    if (!current) return null
    current.text += decode(text)
    if (next === -1) break
    const markup = markupAt(xml, next)
    if (!markup) return null
    if (markup.text !== undefined) current.text += markup.text
    if (markup.tag !== undefined && !applyTag(stack, markup.tag)) return null
    at = markup.end
  }
  return stack.length === 1 && document.children.length === 1 ? (document.children[0] ?? null) : null
}

export const childrenNamed = (node: ResponseNode, name: string): ResponseNode[] =>
  node.children.filter((child) => child.name === name)

/** The text of the first child with this name; empty if there is none. */
export const textOf = (node: ResponseNode, name: string): string =>
  childrenNamed(node, name)[0]?.text.trim() ?? ''
