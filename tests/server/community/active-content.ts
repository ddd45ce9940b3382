import { createRequire } from 'node:module'
import { htmlAttributes, htmlTags, isSafeImage, isSafeLink } from '#contract/text/html.ts'

/** jsdom ships no types. */
interface Dom {
  JSDOM: new () => { window: { DOMParser: new () => DOMParser } }
}
const { JSDOM } = createRequire(import.meta.url)('jsdom') as Dom
const { DOMParser } = new JSDOM().window
const parser = new DOMParser()
const FORCED = new Set(['rel', 'target'])

/** Parses a document as a browser does. */
export const parsed = (html: string): Document => parser.parseFromString(html, 'text/html')

/** Everything in the markup beyond harmless text, links and images, as a browser would read it. */
export const activeContent = (html: string): string[] => {
  const document = parsed(`<!doctype html><main>${html}</main>`)
  const head = [...document.head.children].map((element) => element.localName)
  const body = [...document.body.attributes].map((attribute) => `body ${attribute.name}`)
  const found = [...document.body.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName
    if (name === 'main') return []
    if (!htmlTags.text.includes(name)) return [name]
    return [...element.attributes].flatMap(({ name: attribute, value }) => {
      if (name === 'a' && FORCED.has(attribute)) return []
      if (name === 'code' && attribute === 'class') return /^language-/.test(value) ? [] : [`class ${value}`]
      if (!(htmlAttributes[name] ?? []).includes(attribute)) return [`${name} ${attribute}`]
      if (attribute === 'href' && !isSafeLink(value)) return [`href ${value}`]
      return attribute === 'src' && !isSafeImage(value) ? [`src ${value}`] : []
    })
  })
  return [...head, ...body, ...found]
}
