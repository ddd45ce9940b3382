/**
 * Converts pasted HTML of other programs to plain markup before it is sanitized: styles become elements. No
 * style attribute may stay, because even parsing one makes the browser report a violation of the page's
 * policy. Only tags change: text may mention styles.
 */
const TAG = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi
const STYLE_OR_HANDLER = /\s(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi
const STYLE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i

const styleOf = (attributes: string): string => {
  const match = STYLE.exec(attributes)
  return match?.[1] ?? match?.[2] ?? ''
}

/** The elements that a style stands for, outermost first. */
const elementsFor = (style: string): string[] => [
  ...(/font-weight:\s*(?:bold|[6-9]00)/i.test(style) ? ['strong'] : []),
  ...(/font-style:\s*italic/i.test(style) ? ['em'] : []),
]

/**
 * In Google Docs, `<span style="font-weight:700">` is bold, and the `<b style="font-weight:normal">` around
 * everything is not.
 */
const stylesAsElements = (html: string): string => {
  const open: { name: string; closing: string }[] = []
  return html.replace(TAG, (tag, slash: string, rawName: string, attributes: string) => {
    const name = rawName.toLowerCase()
    if (name !== 'span' && name !== 'b') return tag.replace(STYLE_OR_HANDLER, '')
    if (slash) {
      const index = open.findLastIndex((element) => element.name === name)
      return index < 0 ? '' : (open.splice(index, 1)[0]?.closing ?? '')
    }
    const style = styleOf(attributes)
    const isPlain = /font-weight:\s*(?:normal|400)/i.test(style)
    const elements = [
      ...(name === 'b' && !isPlain ? ['strong'] : []),
      ...(name === 'span' ? elementsFor(style) : []),
    ]
    open.push({
      name,
      closing: elements
        .toReversed()
        .map((element) => `</${element}>`)
        .join(''),
    })
    return elements.map((element) => `<${element}>`).join('')
  })
}

const LIST_LINE = /<p\b[^<>]*MsoListParagraph[^<>]*>([^]*?)<\/p>/gi
const LIST_MARKER = /<!(?:--)?\[if !supportLists\](?:--)?>([^]*?)<!(?:--)?\[endif\](?:--)?>/i

/** Word writes lists as paragraphs that begin with their marker. */
const convertWordLists = (html: string): string =>
  html
    .replace(LIST_LINE, (_line, content: string) => {
      const marker = (LIST_MARKER.exec(content)?.[1] ?? '').replace(/<[^>]*>/g, '')
      const list = /[\da-z]+[.)]/i.test(marker) ? 'ol' : 'ul'
      return `<${list}><li>${content.replace(LIST_MARKER, '')}</li></${list}>`
    })
    .replace(/<\/(ul|ol)>\s*<\1>/g, '')

/** Posts have no tables: each row becomes a paragraph with separated cells. */
const flattenTables = (html: string): string =>
  html
    .replace(/<\/t[dh]>\s*<t[dh]\b[^<>]*>/gi, ' | ')
    .replace(/<tr\b[^<>]*>/gi, '<p>')
    .replace(/<\/tr>/gi, '</p>')
    .replace(/<\/?(?:table|thead|tbody|tfoot|colgroup|col|t[dh])\b[^<>]*>/gi, '')

/** Style sheets, and the line break that browsers append to copied content. */
const IGNORED = /<style\b[^]*?<\/style\s*>|<br class="Apple-interchange-newline">/gi

export const toPlainMarkup = (html: string): string =>
  stylesAsElements(flattenTables(convertWordLists(html.replace(IGNORED, ''))))
