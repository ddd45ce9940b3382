/**
 * Links inside a course. A draft names the item by its key, because items have no id before they are published;
 * publishing and the preview turn the key into the item's page.
 */
const DRAFT = /^\/learn\/item\/[a-z0-9][a-z0-9-]{0,39}$/
const PAGE = /^\/learn\/(?:course|preview)\/[1-9]\d{0,9}\/[1-9]\d{0,9}(?:\?item=[1-9]\d{0,9})?$/

/** Whether it leads to an item or a lesson of this product, and nowhere else in it. */
export const isCourseLink = (href: string): boolean => DRAFT.test(href) || PAGE.test(href)

export const itemLink = (key: string): string => `/learn/item/${key}`

/** The key of the item that a draft's link leads to; null for any other address. */
export const linkedItem = (href: string): string | null =>
  DRAFT.test(href) ? href.slice(itemLink('').length) : null

/** Replaces the keys in sanitized HTML by other addresses; null leaves the text without a link. */
export const replaceItemLinks = (html: string, addressOf: (key: string) => string | null): string =>
  html.replace(
    /(<a\b[^<>]*?)\shref="\/learn\/item\/([a-z0-9-]{1,40})"/g,
    (_whole, start: string, key: string) => {
      const address = addressOf(key)
      return address === null ? start : `${start} href="${address}"`
    },
  )
