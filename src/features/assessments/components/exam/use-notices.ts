import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../attempt/types.ts'

export interface Notice {
  kind: 'warning' | 'success'
  text: string
  /** Distinguishes two notices with the same text. */
  count: number
}

const NOTICE_MS = 15_000

/** Notices that are announced once: little time left, and extra time. */
export const useNotices = (extra: AttemptView['extra']) => {
  const { t } = useTranslation('assessments')
  const [notice, setNotice] = useState<Notice | null>(null)
  const showNotice = useCallback(
    (kind: Notice['kind'], text: string) =>
      setNotice((before) => ({ kind, text, count: (before?.count ?? 0) + 1 })),
    [],
  )
  // Extra time arrives while the exam runs. Setting state during rendering shows its notice in the same
  // pass.
  const extraCount = extra?.count ?? 0
  const [announcedCount, setAnnouncedCount] = useState(extraCount)
  if (extraCount !== announcedCount) {
    setAnnouncedCount(extraCount)
    showNotice('success', t('exam.extraTime', { count: extra?.minutes ?? 0 }))
  }
  const noticeCount = notice?.count ?? 0
  useEffect(() => {
    if (noticeCount === 0) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [noticeCount])
  return {
    notice,
    warn: (minutesLeft: number) => showNotice('warning', t('exam.warning', { count: minutesLeft })),
  }
}
