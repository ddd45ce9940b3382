/**
 * Pictures that somebody copies out of a lesson into a post. Their address works for this person's session alone, so the
 * post gets a copy of its own, as it does of a picture from the person's device.
 */
import { IMAGE_MAX_BYTES, PICTURES_MAX } from '#contract/community/community.ts'
import type { FileAccess } from '#server/core/files/file-access.ts'
import type { MayReadFile } from '#server/core/files/file-parent.ts'
import { tooComplex } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { reencodePicture } from '#server/core/pictures/picture.ts'

/** Stores an image and returns its address; provided by the files feature through app.ts. */
export type StoreImage = (
  clientId: number,
  file: { words: string; ending: string; content: Buffer },
) => Promise<string>

export interface PictureStore {
  readonly store: StoreImage
  /** The content of a stored file of this client; null when there is none, or it is larger. */
  readonly read: (clientId: number, name: string, maxBytes: number) => Promise<Buffer | null>
  readonly readTicket: FileAccess['readTicket']
  readonly mayRead: MayReadFile
}

/** With the host in front, as browsers copy it. */
const SIGNED =
  /(?:https?:\/\/[\w.:[\]-]{1,260})?\/files\/(\d{1,10})\/signed\/([\w-]{1,12}\.[\w-]{1,64})\/([\w.-]{1,140})/g

/** The address of the copy; null for what is not the caller's own picture. */
const copyOf = async (
  { store, read, readTicket, mayRead }: PictureStore,
  { tenant, actor, clock }: MemberScope,
  [, owner, ticket = '', name = '']: RegExpMatchArray,
): Promise<string | null> => {
  const { clientId } = tenant
  const signed = { clientId, sessionId: actor.sessionId, name, ticket }
  const now = clock.now()
  const parent = Number(owner) === clientId ? readTicket(signed, now) : null
  if (!parent || !(await mayRead({ clientId, ...actor, now }, parent))) return null
  const content = await read(clientId, name, IMAGE_MAX_BYTES)
  const picture = content && (await reencodePicture(content))
  return picture && store(clientId, { words: 'post', ending: picture.ending, content: picture.content })
}

export const withCopies = async (
  html: string,
  pictures: PictureStore,
  scope: MemberScope,
): Promise<string> => {
  const found = new Map([...html.matchAll(SIGNED)].map((match) => [match[0], match]))
  if (found.size > PICTURES_MAX) throw tooComplex()
  const copies = new Map<string, string>()
  for (const [address, match] of found) {
    const copy = await copyOf(pictures, scope, match)
    if (copy !== null) copies.set(address, copy)
  }
  return html.replaceAll(SIGNED, (address) => copies.get(address) ?? address)
}
