/** Turns the body that a user sent into its stored form: sanitized, with inline images as files (trust 8.3; rules: Community). */
import { createHash } from 'node:crypto'
import { IMAGE_MAX_BYTES, PICTURES_MAX, PROSE_MAX_CHARS } from '#contract/community/community.ts'
import { invalidField, tooComplex } from '#server/core/http/errors.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { cleanHtmlInWorker } from '#server/core/security/clean-in-worker.ts'
import { hasTooManyTags } from '#server/core/security/tag-limit.ts'
import { reencodePicture } from '#server/core/pictures/picture.ts'
import { plainText } from '#server/core/text/search-text.ts'
import { takePicturesOut, type TakenOut } from './inline-pictures.ts'
import { withCopies, type PictureStore, type StoreImage } from './lesson-pictures.ts'

/** Matches inlined images in the form that the sanitizer writes: the address first, in double quotes. */
const INLINE_IMAGE = /(<img src=")data:image\/[a-z]+;base64,([^"]*)"/gi

/** Stores each picture once, however often the post shows it. */
const storeInlineImages = async (
  html: string,
  { dataAt }: TakenOut,
  { clientId, store }: { clientId: number; store: StoreImage },
): Promise<string> => {
  const pictures = new Map([...html.matchAll(INLINE_IMAGE)].map(([, , data = '']) => [data, '']))
  if (pictures.size > PICTURES_MAX) throw tooComplex()
  for (const data of pictures.keys()) {
    const content = Buffer.from(dataAt(data) ?? data, 'base64')
    if (content.length > IMAGE_MAX_BYTES)
      throw invalidField('body', fieldIssue('too_large', { max: IMAGE_MAX_BYTES }), 'A picture is too large.')
    const picture = await reencodePicture(content)
    // Not an image: the sanitizer removes a tag with an empty address.
    if (picture)
      pictures.set(
        data,
        await store(clientId, { words: 'post', ending: picture.ending, content: picture.content }),
      )
  }
  return html.replaceAll(
    INLINE_IMAGE,
    (_image, start: string, data: string) => `${start}${pictures.get(data) ?? ''}"`,
  )
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

/** Returns the stored form of a body. Throws 422 when nothing readable or visible is left, or too much. */
export const prepareBody = async (
  input: string,
  { scope, pictures: store }: { scope: MemberScope; pictures: PictureStore },
): Promise<string> => {
  const target = { clientId: scope.tenant.clientId, store: store.store }
  // Cheap for a flood: it stops counting at the limit, before anything reads the whole text.
  if (hasTooManyTags(input)) throw tooComplex()
  const pictures = takePicturesOut(input.replaceAll('\u0000', ''))
  const html = await withCopies(withinLimit(pictures.html).toWellFormed().normalize('NFC'), store, scope)
  const sanitized = await cleanHtmlInWorker(html, 'text')
  const withLinks = sanitized.includes('src="https:')
    ? await cleanHtmlInWorker(linkExternalImages(withinLimit(sanitized)), 'text')
    : sanitized
  const withImages = withLinks.includes('<img src="data:')
    ? await cleanHtmlInWorker(await storeInlineImages(withLinks, pictures, target), 'text')
    : withLinks
  const body = withinLimit(pictures.restore(withImages))
  const isEmpty = plainText(body).replaceAll(/[\s\u200b-\u200f\u2060\ufeff]/g, '') === ''
  if (isEmpty && !body.includes('<img '))
    throw invalidField('body', fieldIssue('required'), 'Please write something first.')
  return body
}

/** Escaping can make a text several times longer, so it is measured before and after. */
const withinLimit = (html: string): string => {
  if (html.length > PROSE_MAX_CHARS) throw tooComplex()
  return html
}

/** Identifies the same text by the same author. */
export const contentHash = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()
