import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ClientInfo, Feature } from '#contract/client-info/client-info.ts'

/** Spec 4. */
export interface ClientConfigState {
  status: 'loading' | 'ready' | 'inactive' | 'failed'
  info: ClientInfo | null
  /** The server's own words when it failed, else null (spec 8). */
  error: string | null
}

const initialState: ClientConfigState = { status: 'loading', info: null, error: null }

const slice = createSlice({
  name: 'clientConfig',
  initialState,
  reducers: {
    clientInfoLoaded: (_state, action: PayloadAction<ClientInfo>): ClientConfigState => ({
      status: action.payload.is_active ? 'ready' : 'inactive',
      info: action.payload,
      error: null,
    }),
    clientInfoInactive: (state) => {
      state.status = 'inactive'
    },
    /** What is known already stays on the screen; only a start without any information fails. */
    clientInfoFailed: (state, action: PayloadAction<string>) => {
      state.error = action.payload
      if (!state.info) state.status = 'failed'
    },
    clientInfoRetried: (state) => {
      state.error = null
      if (!state.info) state.status = 'loading'
    },
  },
})

export const clientConfigReducer = slice.reducer
export const { clientInfoLoaded, clientInfoInactive, clientInfoFailed, clientInfoRetried } = slice.actions

interface WithClientConfig {
  clientConfig: ClientConfigState
}
const none: Feature[] = []
export const selectClientStatus = (state: WithClientConfig) => state.clientConfig.status
export const selectClientError = (state: WithClientConfig) => state.clientConfig.error
export const selectClientInfo = (state: WithClientConfig) => state.clientConfig.info
export const selectFeatures = (state: WithClientConfig) => state.clientConfig.info?.features ?? none
