import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  TOAST_MS,
  dismissToast,
  selectToasts,
  showToast,
  type ToastActionId,
} from '#src/core/notify/notify-slice.ts'
import { applyUpdate, registerWorker } from '#src/core/pwa/register.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { loadWhenOnline } from '#src/core/load-when-online.ts'

// The live region must exist before its first message, for screen readers. It loads after the page can be
// used.
const Toaster = lazy(async () => {
  await afterInteractive()
  const { Toaster: Part } = await loadWhenOnline(() => import('#src/shared/ui/overlays/Toaster.tsx'))
  return { default: Part<ToastActionId> }
})

const actions: Record<ToastActionId, () => void> = { 'apply-update': applyUpdate }

/** Toasts, and the offer to update when the worker has a new version. */
export const Notices = () => {
  const { t } = useTranslation('app')
  const toasts = useAppSelector(selectToasts)
  const dispatch = useAppDispatch()
  useEffect(() => {
    registerWorker(() =>
      dispatch(
        showToast({
          kind: 'info',
          title: t('pwa.updateTitle'),
          message: t('pwa.updateText'),
          action: { id: 'apply-update', label: t('pwa.update') },
        }),
      ),
    )
    // Once: the registration survives a change of language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <Suspense>
      <Toaster
        toasts={toasts}
        durationMs={TOAST_MS}
        onDismiss={(id) => dispatch(dismissToast(id))}
        onAction={(action) => actions[action]()}
        texts={{ region: t('notices.region'), dismiss: t('notices.dismiss') }}
      />
    </Suspense>
  )
}
