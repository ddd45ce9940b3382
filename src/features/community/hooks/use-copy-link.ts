import { useTranslation } from 'react-i18next'
import { useNotify } from '#src/core/notify/use-notify.ts'

/** Copies the full URL of a path to the clipboard and confirms it. */
export const useCopyLink = () => {
  const { t } = useTranslation('community')
  const notify = useNotify()
  return async (path: string) => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${path}`)
      notify({ kind: 'success', title: t('done.linkCopied') })
    } catch {
      notify({ kind: 'error', title: t('failed.copy') })
    }
  }
}
