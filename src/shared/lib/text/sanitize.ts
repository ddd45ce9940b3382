/** DOMPurify configured with the contract's allow-list (trust 8.3); loaded only where user HTML is shown. */
import DOMPurify, { type Config } from 'dompurify'
import { isCourseLink } from '#contract/text/course-links.ts'
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

/** The contract's list is per tag; DOMPurify filters only by attribute name, so this adds the rest. */
const isAllowedAttribute = (tag: string, name: string, value: string): boolean => {
  if (name === 'class') return tag === 'code' && value !== ''
  if (!htmlAttributes[tag]?.includes(name)) return false
  if (name === 'href') return isSafeLink(value)
  if (name === 'src') return isSafeImage(value)
  return true
}

/** Keeps only the code language of a class attribute. */
const languageOf = (classes: string): string =>
  classes
    .split(/\s+/)
    .filter((name) => codeLanguageClass.test(name))
    .join(' ')

let areHooksAdded = false
const addHooks = () => {
  if (areHooksAdded) return
  areHooksAdded = true
  DOMPurify.addHook('uponSanitizeAttribute', (node, data) => {
    if (data.attrName === 'class') data.attrValue = languageOf(data.attrValue)
    data.keepAttr = isAllowedAttribute(node.nodeName.toLowerCase(), data.attrName, data.attrValue)
  })
  DOMPurify.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName === 'IMG' && !node.hasAttribute('src')) node.remove()
    const href = node.nodeName === 'A' ? node.getAttribute('href') : null
    if (href === null || isCourseLink(href)) return
    for (const [name, value] of Object.entries(forcedLinkAttributes)) node.setAttribute(name, value)
  })
}

/** Sanitizes user HTML and returns the type that the page's Trusted Types policy requires. */
export const sanitize = (html: string, kind: HtmlKind): TrustedHTML => {
  addHooks()
  return DOMPurify.sanitize(html, configFor(kind)) as unknown as TrustedHTML
}

/** The same as a detached fragment, for the editor, which parses it further. */
export const sanitizeToFragment = (html: string, kind: HtmlKind): DocumentFragment => {
  addHooks()
  const clean: DocumentFragment | null = DOMPurify.sanitize(html, {
    ...configFor(kind),
    RETURN_TRUSTED_TYPE: false,
    RETURN_DOM_FRAGMENT: true,
  })
  // A document with frames has no body, whatever the types say.
  return clean ?? document.createDocumentFragment()
}
