/** Turns the links of a draft, which name items by key, into addresses of pages. */
import type { ItemContent } from '#contract/course-builder/draft.ts'
import { replaceItemLinks } from '#contract/text/course-links.ts'

export type ArticleContent = Extract<ItemContent, { type: 'article' }>

export const itemAddress = (ids: { courseId: number; topicId: number; itemId: number }): string =>
  `/learn/course/${ids.courseId}/${ids.topicId}?item=${ids.itemId}`

/** The article with its links in every language; a link to an item that is gone becomes text. */
export const withItemLinks = (
  content: ArticleContent,
  addressOf: (key: string) => string | null,
): ArticleContent => ({
  ...content,
  html: replaceItemLinks(content.html, addressOf),
  ...(content.htmls && {
    htmls: Object.fromEntries(
      Object.entries(content.htmls).map(([language, html]) => [language, replaceItemLinks(html, addressOf)]),
    ),
  }),
})
