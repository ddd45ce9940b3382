import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissToast, selectToasts, TOAST_MS, type ToastActionId } from '#src/core/notify/notify-slice.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { Toaster } from '#src/shared/ui/Toaster.tsx'

/** The notices of the whole app; one place for it, beside the pages. */
export const AppToaster = ({ onAction }: { onAction?: (action: ToastActionId) => void }) => {
  const { t } = useTranslation('app')
  const dispatch = useAppDispatch()
  const toasts = useAppSelector(selectToasts)
  const dismiss = useCallback((id: string) => void dispatch(dismissToast(id)), [dispatch])
  return (
    <Toaster
      toasts={toasts}
      durationMs={TOAST_MS}
      texts={{ region: t('shell.toasts'), dismiss: t('shell.dismiss') }}
      onDismiss={dismiss}
      onAction={onAction}
    />
  )
}
