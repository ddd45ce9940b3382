/** The signed-in person as the app's pages see them; `session.ts` owns the storage and tells this slice. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { roleFlags } from './roles.ts'
import { emptyUser, mergeUser, type StoredUser } from './stored-user.ts'

export interface AuthState {
  user: StoredUser
  token: string | null
  isAuthenticated: boolean
  loading: boolean
  error: string | null
}

const stateOf = (user: StoredUser): AuthState => ({
  user,
  token: user.access_token,
  isAuthenticated: user.isAuthenticated,
  loading: false,
  error: null,
})

const slice = createSlice({
  name: 'auth',
  initialState: stateOf(emptyUser),
  reducers: {
    /** Merges within one person, replaces across two; clears loading and error (spec 4). */
    setUser: (state, action: PayloadAction<Partial<StoredUser>>) =>
      stateOf(mergeUser(state.user, action.payload)),
    loggedOut: () => stateOf(emptyUser),
  },
})

export const authReducer = slice.reducer
export const { setUser, loggedOut } = slice.actions

interface WithAuth {
  auth: AuthState
}
export const selectUser = (state: WithAuth) => state.auth.user
export const selectRoleFlags = (state: WithAuth) => roleFlags(state.auth.user.role)
