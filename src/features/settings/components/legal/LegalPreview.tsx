import { useTranslation } from 'react-i18next'
import { legalParts } from '#contract/client-info/legal.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { LegalParts } from '#src/shared/ui/content/LegalParts.tsx'

type Props = { title: string; language: Language; text: string }

/** A text as people read it. */
export const LegalPreview = ({ title, language, text }: Props) => {
  const { t } = useTranslation('settings')
  const parts = legalParts(text)
  return (
    <Card as="section" className="flex min-w-0 flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{title}</h2>
      {parts.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('legal.empty')}</p>
      ) : (
        <div
          lang={language}
          dir={directionOf(language)}
          // The keyboard must be able to scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="region"
          aria-label={title}
          className="max-h-[36rem] overflow-y-auto pe-2"
        >
          <LegalParts parts={parts} headingLevel={3} />
        </div>
      )}
    </Card>
  )
}
