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
  type HtmlKind,
} from '#contract/html.ts'

const attributesOf = (tag: string): string[] => [...(htmlAttributes[tag] ?? [])]

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
      const { href, title } = attributes
      const kept: Record<string, string> = title === undefined ? {} : { title }
      if (href === undefined || !isSafeLink(href)) return { tagName, attribs: kept }
      return { tagName, attribs: { ...kept, href, ...forcedLinkAttributes } }
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
 * Cleans HTML by the allow-list of contract/html.ts, until cleaning again changes nothing. Do this on writing, and
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
