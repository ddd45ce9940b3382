import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'

type Props = {
  language: Language
  /** The language that learners see instead. */
  main: Language
  translated: boolean
}

/**
 * Says that learners still see the course's main language. Once a translation starts, it shows a success
 * message of the same size, so that the fields below do not move.
 */
export const TranslationNote = ({ language, main, translated }: Props) => {
  const { t } = useTranslation('course-builder')
  const [wasMissing, setWasMissing] = useState(!translated)
  if (!translated && !wasMissing) setWasMissing(true)
  if (!wasMissing) return null
  return translated ? (
    <Alert kind="success">{t('settings.translated', { language: t(`languages.${language}`) })}</Alert>
  ) : (
    <Alert kind="info">{t('settings.fallback', { language: t(`languages.${main}`) })}</Alert>
  )
}
