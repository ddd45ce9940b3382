/** DOMPurify set to the one allow-list of the contract (TRUST §8.3); loaded only where such HTML is shown. */
import DOMPurify, { type Config } from 'dompurify'
import {
  codeLanguageClass,
  forcedLinkAttributes,
  htmlAttributes,
  htmlTags,
  isSafeImage,
  isSafeLink,
  type HtmlKind,
} from '#contract/text/html.ts'

const configFor = (kind: HtmlKind): Config & { RETURN_TRUSTED_TYPE: true } => ({
  ALLOWED_TAGS: [...htmlTags[kind]],
  ALLOWED_ATTR: ['class', ...new Set(Object.values(htmlAttributes).flat())],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_TRUSTED_TYPE: true,
})

/** The allow-list is by tag, DOMPurify's by name alone: the rest of the rule is here. */
const mayKeep = (tag: string, name: string, value: string): boolean => {
  if (name === 'class') return tag === 'code' && value !== ''
  if (!htmlAttributes[tag]?.includes(name)) return false
  if (name === 'href') return isSafeLink(value)
  if (name === 'src') return isSafeImage(value)
  return true
}

/** Of a class attribute only the language of the code stays. */
const languageOf = (classes: string): string =>
  classes
    .split(/\s+/)
    .filter((name) => codeLanguageClass.test(name))
    .join(' ')

let prepared = false
const prepare = () => {
  if (prepared) return
  prepared = true
  DOMPurify.addHook('uponSanitizeAttribute', (node, data) => {
    if (data.attrName === 'class') data.attrValue = languageOf(data.attrValue)
    data.keepAttr = mayKeep(node.nodeName.toLowerCase(), data.attrName, data.attrValue)
  })
  DOMPurify.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName === 'IMG' && !node.hasAttribute('src')) node.remove()
    if (node.nodeName !== 'A' || !node.hasAttribute('href')) return
    for (const [name, value] of Object.entries(forcedLinkAttributes)) node.setAttribute(name, value)
  })
}

/** What may be shown of HTML that somebody wrote, as the type that the page's policy asks for. */
export const sanitize = (html: string, kind: HtmlKind): TrustedHTML => {
  prepare()
  return DOMPurify.sanitize(html, configFor(kind)) as unknown as TrustedHTML
}

/** The same as elements of no page yet, for whoever takes them apart further (the editor). */
export const sanitizeToFragment = (html: string, kind: HtmlKind): DocumentFragment => {
  prepare()
  const clean: DocumentFragment | null = DOMPurify.sanitize(html, {
    ...configFor(kind),
    RETURN_TRUSTED_TYPE: false,
    RETURN_DOM_FRAGMENT: true,
  })
  // A page made of frames has no body at all, whatever the types say.
  return clean ?? document.createDocumentFragment()
}
