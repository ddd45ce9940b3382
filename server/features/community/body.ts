/** From what a person sent to what is stored: cleaned, with its inlined pictures as files (TRUST §8.3, RULES "Community"). */
import { createHash } from 'node:crypto'
import { IMAGE_MAX_BYTES } from '#contract/community/community.ts'
import { invalidField } from '#server/core/http/errors.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { plainText } from '#server/core/text/search-text.ts'

/** Stores a picture and answers its address; the files feature's deed, handed over in app.ts. */
export type StoreImage = (
  clientId: number,
  file: { words: string; ending: string; content: Buffer },
) => Promise<string>

/** As the cleaner writes it: double quotes, one scheme, four formats. */
const INLINE = /src="data:image\/[a-z]+;base64,([^"]*)"/gi

/** What a picture is, by its first bytes and never by its label. */
const endingOf = (content: Buffer): string | null => {
  const head = content.subarray(0, 12).toString('latin1')
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'webp' : null
}

const picturesOut = async (html: string, clientId: number, store: StoreImage): Promise<string> => {
  const addresses: string[] = []
  for (const [, data = ''] of html.matchAll(INLINE)) {
    const content = Buffer.from(data, 'base64')
    if (content.length > IMAGE_MAX_BYTES)
      throw invalidField('body', fieldIssue('too_large', { max: IMAGE_MAX_BYTES }), 'A picture is too large.')
    const ending = endingOf(content)
    // No picture at all: an address that the cleaner takes out with its tag.
    addresses.push(ending ? await store(clientId, { words: 'post', ending, content }) : '')
  }
  let at = 0
  return html.replaceAll(INLINE, () => `src="${addresses[at++] ?? ''}"`)
}

/** As the cleaner writes it; pictures of other sites are not shown by the page's policy. */
const FOREIGN = /<img src="(https:[^"]*)"((?: (?:alt|title)="[^"]*")*) \/>/gi

/** A link to each of them instead of a broken picture: it says what is there, and asks nobody before it is pressed. */
const foreignPicturesAsLinks = (html: string): string =>
  html.replaceAll(FOREIGN, (_picture, address: string, rest: string) => {
    const words = / alt="([^"]+)"/.exec(rest)?.[1]?.trim()
    return `<a href="${address}">${words || address}</a>`
  })

/** The stored form of a body. Throws 422 when nothing is left to read or to see. */
export const prepareBody = async (
  html: string,
  { clientId, store }: { clientId: number; store: StoreImage },
): Promise<string> => {
  const sent = cleanHtml(html.replaceAll('\u0000', '').toWellFormed().normalize('NFC'), 'text')
  const cleaned = sent.includes('src="https:') ? cleanHtml(foreignPicturesAsLinks(sent), 'text') : sent
  const body = cleaned.includes('src="data:')
    ? cleanHtml(await picturesOut(cleaned, clientId, store), 'text')
    : cleaned
  const empty = plainText(body).replaceAll(/[\s\u200b-\u200f\u2060\ufeff]/g, '') === ''
  if (empty && !body.includes('<img '))
    throw invalidField('body', fieldIssue('required'), 'Please write something first.')
  return body
}

/** Marks the same words by the same person. */
export const contentHash = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()
