import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../attempt/types.ts'

export interface Notice {
  kind: 'warning' | 'success'
  text: string
  /** Two of the same words are two notices. */
  count: number
}

/** Long enough to be read and heard. */
const NOTICE_MS = 15_000

/** What is announced once, at once: the end coming near, and extra time. */
export const useNotices = (extra: AttemptView['extra']) => {
  const { t } = useTranslation('assessments')
  const [notice, setNotice] = useState<Notice | null>(null)
  const show = useCallback(
    (kind: Notice['kind'], text: string) =>
      setNotice((before) => ({ kind, text, count: (before?.count ?? 0) + 1 })),
    [],
  )
  // Told by the server in the middle: it becomes the notice with the same drawing.
  const given = extra?.count ?? 0
  const [told, setTold] = useState(given)
  if (given !== told) {
    setTold(given)
    show('success', t('exam.extraTime', { count: extra?.minutes ?? 0 }))
  }
  const shown = notice?.count ?? 0
  useEffect(() => {
    if (shown === 0) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return {
    notice,
    warn: (left: number) => show('warning', t('exam.warning', { count: left })),
  }
}
