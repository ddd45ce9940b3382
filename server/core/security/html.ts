import sanitizeHtml from 'sanitize-html'
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

const attributesOf = (tag: string): string[] => [...(htmlAttributes[tag] ?? [])]

/** Words shown beside an element, where they are nothing but words. */
const wordsOnly = (attributes: Record<string, string>, names: readonly string[]): Record<string, string> =>
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
  // What stands inside these is code or foreign markup, never prose.
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
      const kept = wordsOnly(attributes, ['title'])
      if (href === undefined || !isSafeLink(href)) return { tagName, attribs: kept }
      return { tagName, attribs: { ...kept, href, ...forcedLinkAttributes } }
    },
    img: (tagName, attributes) => {
      const { src } = attributes
      const shown: Record<string, string> = src === undefined ? {} : { src }
      return { tagName, attribs: { ...shown, ...wordsOnly(attributes, ['alt', 'title']) } }
    },
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !isSafeImage(frame.attribs['src'] ?? ''),
})

const options: Record<HtmlKind, sanitizeHtml.IOptions> = {
  text: optionsFor('text'),
  article: optionsFor('article'),
}

/** Tag soup may need a second pass before its nesting is settled; more never happened, so this is a stop, not a goal. */
const PASSES_MAX = 5

/**
 * Cleans HTML by the allow-list of contract/text/html.ts, until cleaning again changes nothing. Do this on writing, and
 * never edit the string afterwards.
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
