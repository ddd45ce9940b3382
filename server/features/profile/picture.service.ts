import { randomBytes } from 'node:crypto'
import { PICTURE_MAX_BYTES, PICTURE_SIDE_PX } from '#contract/profile/limits.ts'
import type { OwnProfile } from '#contract/profile/profile.ts'
import { invalidField } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { reencodePicture } from '#server/core/pictures/picture.ts'
import { currentProfile, type ProfileDependencies } from './profile.service.ts'

/** Only pictures that were uploaded here are stored here; one of another site is left alone. */
const OWN_PICTURE = /^\/files\/\d+\/face-/

/** Sets the picture and removes the former file once nothing refers to it. */
const replacePicture = async (
  scope: MemberScope,
  url: string | null,
  { changes, updateAccount, dropPicture }: ProfileDependencies,
): Promise<OwnProfile> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const { before, after } = await scope.tx(async (db) => {
    const former = await currentProfile(db, scope)
    await updateAccount(db, userId, scope.clock.now(), { profile_picture: url })
    await changes.announce(db, { kind: 'user', clientId, userId })
    return { before: former, after: await currentProfile(db, scope) }
  })
  const former = before.profile_picture
  if (former !== null && former !== url && OWN_PICTURE.test(former)) await dropPicture(clientId, former)
  return after
}

/** Camera data and places do not survive, because only the pixels are encoded again (C6). */
export const savePicture = async (
  scope: MemberScope,
  base64: string,
  dependencies: ProfileDependencies,
): Promise<OwnProfile> => {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > PICTURE_MAX_BYTES)
    throw invalidField('picture', fieldIssue('too_large', { max: PICTURE_MAX_BYTES }))
  const picture = await reencodePicture(bytes, PICTURE_SIDE_PX)
  if (!picture) throw invalidField('picture', fieldIssue('invalid'), 'This is not a picture.')
  // A name of its own for each upload: equal pictures of two people are two files, so each can be removed alone.
  const words = `face-${randomBytes(8).toString('hex')}`
  const url = await dependencies.storePicture(scope.tenant.clientId, {
    words,
    ending: picture.ending,
    content: picture.content,
  })
  return replacePicture(scope, url, dependencies)
}

export const removePicture = (scope: MemberScope, dependencies: ProfileDependencies): Promise<OwnProfile> =>
  replacePicture(scope, null, dependencies)
