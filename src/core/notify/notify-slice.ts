import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

/** Spec 9. */
export const TOAST_MS = 5000

export interface Toast {
  id: string
  kind: 'success' | 'error' | 'warning' | 'info'
  title: string
  message?: string
  /** A page of the app where one sees what the toast is about. */
  link?: { to: string; label: string }
  /** A deed offered in the toast, e.g. an update; such a toast stays until it is answered. */
  action?: { id: ToastActionId; label: string }
}
/** Deeds are named, not functions: the slice stays serialisable. */
export type ToastActionId = 'apply-update'

const slice = createSlice({
  name: 'notify',
  initialState: [] as Toast[],
  reducers: {
    showToast: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
      reducer: (state, action: PayloadAction<Toast>) => {
        state.push(action.payload)
      },
    },
    dismissToast: (state, action: PayloadAction<string>) =>
      state.filter((toast) => toast.id !== action.payload),
  },
})

export const notifyReducer = slice.reducer
export const { showToast, dismissToast } = slice.actions
export const selectToasts = (state: { notify: Toast[] }) => state.notify
