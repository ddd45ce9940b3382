import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

/** Spec 9. */
export const TOAST_MS = 5000

export interface Toast {
  id: string
  kind: 'success' | 'error' | 'warning' | 'info'
  title: string
  message?: string
  /** The page that shows what the toast is about. */
  link?: { to: string; label: string }
  /** A button, for example to apply an update. Such a toast stays until it is answered. */
  action?: { id: ToastActionId; label: string }
}
/** Names instead of functions keep the slice serializable. */
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
