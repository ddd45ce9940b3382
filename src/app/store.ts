/** The tab's only store, in sync with the session. */
import { coursesReducer } from '#src/features/courses/index.ts'
import { createStore } from '#src/core/store/store.ts'
import { loggedOut, setUser } from '#src/core/session/auth-slice.ts'
import { onSession, storedUser } from '#src/core/session/session.ts'
import type { StoredUser } from '#src/core/session/stored-user.ts'

export const store = createStore({ courses: coursesReducer })

const syncUser = (user: StoredUser | null) => {
  store.dispatch(user ? setUser(user) : loggedOut())
}
syncUser(storedUser())
onSession(syncUser)
