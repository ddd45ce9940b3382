import sanitizeHtml from 'sanitize-html'
import { isCourseLink } from '#contract/text/course-links.ts'
import {
  codeLanguageClass,
  forcedLinkAttributes,
  htmlAttributes,
  htmlTags,
  imageSchemes,
  isSafeImage,
  isSafeLink,
  linkSchemes,
  unsafeAttributeText,
  type HtmlKind,
} from '#contract/text/html.ts'
import { withStablePaths } from '#contract/files/stored-path.ts'

const attributesOf = (tag: string): string[] => [...(htmlAttributes[tag] ?? [])]

/** Text attributes such as titles, without values that contain unsafe markup. */
const safeTextAttributes = (
  attributes: Record<string, string>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = attributes[name]
      return value === undefined || unsafeAttributeText.test(value) ? [] : [[name, value]]
    }),
  )

const optionsFor = (kind: HtmlKind): sanitizeHtml.IOptions => ({
  allowedTags: [...htmlTags[kind]],
  allowedAttributes: {
    a: [...attributesOf('a'), ...Object.keys(forcedLinkAttributes)],
    img: attributesOf('img'),
  },
  allowedClasses: { code: [codeLanguageClass] },
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: [...imageSchemes] },
  allowProtocolRelative: false,
  allowedStyles: {},
  // The content of these elements is code or foreign markup, not text.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'xmp',
    'svg',
    'math',
    'iframe',
  ],
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  nestingLimit: 50,
  transformTags: {
    a: (tagName, attributes) => {
      const { href } = attributes
      const textAttributes = safeTextAttributes(attributes, ['title'])
      if (href === undefined || !isSafeLink(href)) return { tagName, attribs: textAttributes }
      // Browsers trim addresses.
      const path = href.trim()
      if (isCourseLink(path)) return { tagName, attribs: { ...textAttributes, href: path } }
      return { tagName, attribs: { ...textAttributes, href, ...forcedLinkAttributes } }
    },
    img: (tagName, attributes) => {
      const { src } = attributes
      // A picture that was copied out of a lesson: its signed address works for the copying person only.
      const source: Record<string, string> = src === undefined ? {} : { src: withStablePaths(src) }
      return { tagName, attribs: { ...source, ...safeTextAttributes(attributes, ['alt', 'title']) } }
    },
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !isSafeImage(frame.attribs['src'] ?? ''),
})

const options: Record<HtmlKind, sanitizeHtml.IOptions> = {
  text: optionsFor('text'),
  article: optionsFor('article'),
}

/** Malformed HTML may need a second pass; more never happened, so this is only a limit. */
const PASSES_MAX = 5

/**
 * Sanitizes HTML by the allow-list of contract/text/html.ts until another pass changes nothing. Call it when
 * writing, and never edit the result.
 */
export const cleanHtml = (html: string, kind: HtmlKind): string => {
  let cleaned = sanitizeHtml(html, options[kind])
  for (let pass = 1; pass < PASSES_MAX; pass += 1) {
    const again = sanitizeHtml(cleaned, options[kind])
    if (again === cleaned) return cleaned
    cleaned = again
  }
  return cleaned
}
