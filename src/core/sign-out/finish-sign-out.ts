/** A sign-out that an earlier page began and could not finish: the browser died, or was closed. */
import { inStore, withPatience } from '#src/core/offline/db.ts'
import { storedUser } from '#src/core/session/session.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { clearUserData, encryptOutboxOfOthers } from './clear-user-data.ts'
import { endSession } from './end-session.ts'
import { isRevivedSession, readSignedOutNote, writeSignedOutNote } from './signed-out-note.ts'

const hasPersonalValues = (): Promise<boolean> =>
  withPatience(
    inStore('personal', 'readonly', async (store) => (await store.count()) > 0),
    false,
  )

/** `leave` goes to the sign-in page: memory forgets as well. */
export const finishSignOut = async (leave: () => void): Promise<void> => {
  if (await isRevivedSession()) {
    await endSession()
    return leave()
  }
  const note = await readSignedOutNote()
  if (storedUser() === null && (note?.done === false || (await hasPersonalValues()))) {
    await Promise.all([runClearHooks(), clearUserData(null)])
    if (note && storedUser() === null) await writeSignedOutNote(note.session, true)
    return
  }
  await encryptOutboxOfOthers()
}
