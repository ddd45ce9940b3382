import { useCallback } from 'react'
import { useAppDispatch } from '#src/core/store/hooks.ts'
import { showToast, type Toast } from './notify-slice.ts'

/** `notify({ kind, title, message? })` shows a toast at the top end for five seconds. */
export const useNotify = () => {
  const dispatch = useAppDispatch()
  return useCallback((toast: Omit<Toast, 'id'>) => void dispatch(showToast(toast)), [dispatch])
}
