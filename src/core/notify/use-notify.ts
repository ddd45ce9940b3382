import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { showToast, type Toast } from './notify-slice.ts'

/** `notify({ kind, title, message? })` shows a toast at the top end for five seconds. */
export const useNotify = () => {
  const dispatch = useDispatch()
  return useCallback((toast: Omit<Toast, 'id'>) => void dispatch(showToast(toast)), [dispatch])
}
