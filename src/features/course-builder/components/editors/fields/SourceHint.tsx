import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'

type Props = {
  /** The text in the course's main language, which learners see until it is translated. */
  source: string
  main: Language
  translated: boolean
}

/** The hint of a translation field: the source text, and that it is shown while the field is empty. */
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
