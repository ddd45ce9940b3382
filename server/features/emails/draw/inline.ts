/** Text of a block as HTML and as plain text: paragraphs, line breaks, **bold** and [links](https://…). */
import { isMailAddress } from '#contract/emails/content.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

/** Stops at the next bracket or line, so that no text takes long to read. */
const LINK = /\[([^\][\n]{1,300})\]\((https:\/\/[^\s(){}]{1,1000})\)/g
const BOLD = /\*\*([^*\n]{1,1000})\*\*/g

const bold = (escaped: string): string => escaped.replace(BOLD, '<strong>$1</strong>')

export interface LinkLook {
  style: string
  /** Where a link leads: to its address, or through the server that counts. */
  through: (url: string) => string
}

const lineHtml = (line: string, link: LinkLook): string => {
  const parts: string[] = []
  let end = 0
  for (const found of line.matchAll(LINK)) {
    const [whole, words = '', url = ''] = found
    if (!isMailAddress(url)) continue
    parts.push(
      bold(escapeHtml(line.slice(end, found.index))),
      `<a href="${escapeHtml(link.through(url))}" style="${link.style}">${bold(escapeHtml(words))}</a>`,
    )
    end = found.index + whole.length
  }
  return parts.join('') + bold(escapeHtml(line.slice(end)))
}

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[\t ]*\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '')

export const paragraphHtml = (paragraph: string, link: LinkLook): string =>
  paragraph
    .split('\n')
    .map((line) => lineHtml(line, link))
    .join('<br>')

export const plainText = (text: string): string => text.replace(LINK, '$1 ($2)').replace(BOLD, '$1').trim()
