import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/common.ts'

type Props = {
  /** In the course's own language: what is to be translated, and what learners see meanwhile. */
  source: string
  main: Language
  translated: boolean
}

/** Under a field for a translation: its source, and that it stands in while the field is empty. */
export const SourceHint = ({ source, main, translated }: Props) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <span className="line-clamp-6 break-words whitespace-pre-line">
        <bdi lang={main}>{source}</bdi>
      </span>
      {!translated && (
        <span className="text-warning-text">{t('field.fallback', { language: t(`languages.${main}`) })}</span>
      )}
    </>
  )
}
