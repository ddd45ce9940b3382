/** Turns the body that a user sent into its stored form: sanitized, with inline images as files (trust 8.3; rules: Community). */
import { createHash } from 'node:crypto'
import { IMAGE_MAX_BYTES } from '#contract/community/community.ts'
import { invalidField } from '#server/core/http/errors.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { reencodePicture } from '#server/core/pictures/picture.ts'
import { plainText } from '#server/core/text/search-text.ts'

/** Stores an image and returns its address; provided by the files feature through app.ts. */
export type StoreImage = (
  clientId: number,
  file: { words: string; ending: string; content: Buffer },
) => Promise<string>

/** Matches images in the form that the sanitizer writes: double quotes, one scheme, four formats. */
const INLINE_IMAGE_SRC = /src="data:image\/[a-z]+;base64,([^"]*)"/gi

const storeInlineImages = async (html: string, clientId: number, store: StoreImage): Promise<string> => {
  const addresses: string[] = []
  for (const [, data = ''] of html.matchAll(INLINE_IMAGE_SRC)) {
    const content = Buffer.from(data, 'base64')
    if (content.length > IMAGE_MAX_BYTES)
      throw invalidField('body', fieldIssue('too_large', { max: IMAGE_MAX_BYTES }), 'A picture is too large.')
    const picture = await reencodePicture(content)
    // Not an image: the sanitizer removes a tag with an empty address.
    addresses.push(
      picture
        ? await store(clientId, { words: 'post', ending: picture.ending, content: picture.content })
        : '',
    )
  }
  let next = 0
  return html.replaceAll(INLINE_IMAGE_SRC, () => `src="${addresses[next++] ?? ''}"`)
}

/**
 * Matches images in the form that the sanitizer writes. The content security policy blocks images of other sites.
 */
const EXTERNAL_IMAGE = /<img src="(https:[^"]*)"((?: (?:alt|title)="[^"]*")*) \/>/gi

/**
 * Replaces each external image by a link with its alternative text; nothing is requested before it is clicked.
 */
const linkExternalImages = (html: string): string =>
  html.replaceAll(EXTERNAL_IMAGE, (_picture, address: string, rest: string) => {
    const altText = / alt="([^"]+)"/.exec(rest)?.[1]?.trim()
    return `<a href="${address}">${altText || address}</a>`
  })

/** Returns the stored form of a body. Throws 422 when nothing readable or visible is left. */
export const prepareBody = async (
  html: string,
  { clientId, store }: { clientId: number; store: StoreImage },
): Promise<string> => {
  const sanitized = cleanHtml(html.replaceAll('\u0000', '').toWellFormed().normalize('NFC'), 'text')
  const withLinks = sanitized.includes('src="https:')
    ? cleanHtml(linkExternalImages(sanitized), 'text')
    : sanitized
  const body = withLinks.includes('src="data:')
    ? cleanHtml(await storeInlineImages(withLinks, clientId, store), 'text')
    : withLinks
  const isEmpty = plainText(body).replaceAll(/[\s\u200b-\u200f\u2060\ufeff]/g, '') === ''
  if (isEmpty && !body.includes('<img '))
    throw invalidField('body', fieldIssue('required'), 'Please write something first.')
  return body
}

/** Identifies the same text by the same author. */
export const contentHash = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()
