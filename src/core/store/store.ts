import { combineReducers, configureStore, type Reducer } from '@reduxjs/toolkit'
import { clientConfigReducer, type ClientConfigState } from '#src/core/client-config/client-config-slice.ts'
import { notifyReducer, type Toast } from '#src/core/notify/notify-slice.ts'
import { authReducer, type AuthState } from '#src/core/session/auth-slice.ts'

/**
 * Slices of features, added by declaration beside the slice:
 * `declare module '#src/core/store/store.ts' { interface FeatureStates { courses: CoursesState } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface FeatureStates {}

export interface RootState extends FeatureStates {
  auth: AuthState
  clientConfig: ClientConfigState
  notify: Toast[]
}

export type FeatureReducers = { [K in keyof FeatureStates]: Reducer<FeatureStates[K]> }

const SLOW_CHECK_MS = 10_000

/** The app hands in the reducers of features: core knows none. */
export const createStore = (features: Partial<FeatureReducers> = {}) =>
  configureStore({
    reducer: combineReducers({
      auth: authReducer,
      clientConfig: clientConfigReducer,
      notify: notifyReducer,
      ...features,
    }) as unknown as Reducer<RootState>,
    // The development checks stay; that they were slow on a busy machine is no news.
    middleware: (standard) =>
      standard({
        immutableCheck: { warnAfter: SLOW_CHECK_MS },
        serializableCheck: { warnAfter: SLOW_CHECK_MS },
      }),
  })

export type AppStore = ReturnType<typeof createStore>
export type AppDispatch = AppStore['dispatch']
