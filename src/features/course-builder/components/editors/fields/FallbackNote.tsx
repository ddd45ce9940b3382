import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/common.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'

type Props = {
  shown: Language
  /** What stands in meanwhile. */
  main: Language
  translated: boolean
}

/**
 * That learners still see the course's own language. With the first letters it says the other and keeps its place: what
 * is being written, or pressed right after, does not move away.
 */
export const FallbackNote = ({ shown, main, translated }: Props) => {
  const { t } = useTranslation('course-builder')
  const [missed, setMissed] = useState(!translated)
  if (!translated && !missed) setMissed(true)
  if (!missed) return null
  return translated ? (
    <Alert kind="success">{t('settings.translated', { language: t(`languages.${shown}`) })}</Alert>
  ) : (
    <Alert kind="info">{t('settings.fallback', { language: t(`languages.${main}`) })}</Alert>
  )
}
