/**
 * HTML of other programs as plain markup, before it is cleaned: what they say with styles is said with elements, and no
 * style is left. The browser would report each of them to the server as a breach of the page's policy just for being
 * read. Only within tags: prose may speak of styles.
 */
const TAG = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi
const STYLE_OR_HANDLER = /\s(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi
const STYLE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i

const styleOf = (attributes: string): string => {
  const found = STYLE.exec(attributes)
  return found?.[1] ?? found?.[2] ?? ''
}

/** What a style makes of words, outermost first. */
const meantBy = (style: string): string[] => [
  ...(/font-weight:\s*(?:bold|[6-9]00)/i.test(style) ? ['strong'] : []),
  ...(/font-style:\s*italic/i.test(style) ? ['em'] : []),
]

/** `<span style="font-weight:700">` of Google Docs is bold, its `<b style="font-weight:normal">` around all is not. */
const stylesAsElements = (html: string): string => {
  const open: { name: string; closing: string }[] = []
  return html.replace(TAG, (tag, slash: string, given: string, attributes: string) => {
    const name = given.toLowerCase()
    if (name !== 'span' && name !== 'b') return tag.replace(STYLE_OR_HANDLER, '')
    if (slash) {
      const at = open.findLastIndex((one) => one.name === name)
      return at < 0 ? '' : (open.splice(at, 1)[0]?.closing ?? '')
    }
    const style = styleOf(attributes)
    const isPlain = /font-weight:\s*(?:normal|400)/i.test(style)
    const elements = [
      ...(name === 'b' && !isPlain ? ['strong'] : []),
      ...(name === 'span' ? meantBy(style) : []),
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
const LIST_SIGN = /<!(?:--)?\[if !supportLists\](?:--)?>([^]*?)<!(?:--)?\[endif\](?:--)?>/i

/** Word writes lists as paragraphs that begin with their sign. */
const listsOfWord = (html: string): string =>
  html
    .replace(LIST_LINE, (_line, words: string) => {
      const sign = (LIST_SIGN.exec(words)?.[1] ?? '').replace(/<[^>]*>/g, '')
      const list = /[\da-z]+[.)]/i.test(sign) ? 'ol' : 'ul'
      return `<${list}><li>${words.replace(LIST_SIGN, '')}</li></${list}>`
    })
    .replace(/<\/(ul|ol)>\s*<\1>/g, '')

/** Posts have no tables: a row is a line, and its cells do not run into each other. */
const rowsOfTables = (html: string): string =>
  html
    .replace(/<\/t[dh]>\s*<t[dh]\b[^<>]*>/gi, ' | ')
    .replace(/<tr\b[^<>]*>/gi, '<p>')
    .replace(/<\/tr>/gi, '</p>')
    .replace(/<\/?(?:table|thead|tbody|tfoot|colgroup|col|t[dh])\b[^<>]*>/gi, '')

/** Style sheets, and the line that a browser puts behind what it copied. */
const NOTHING = /<style\b[^]*?<\/style\s*>|<br class="Apple-interchange-newline">/gi

export const asPlainMarkup = (html: string): string =>
  stylesAsElements(rowsOfTables(listsOfWord(html.replace(NOTHING, ''))))
