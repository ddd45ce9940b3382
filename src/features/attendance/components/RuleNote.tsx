import { useTranslation } from 'react-i18next'

/** The rule in words. */
export const RuleNote = () => {
  const { t } = useTranslation('attendance')
  return (
    <details className="rounded-lg text-sm text-ink-muted">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium text-primary-text hover:underline">
        {t('rule.title')}
      </summary>
      <ul className="flex max-w-reading list-disc flex-col gap-1.5 ps-5 pb-2">
        {(['present', 'late', 'percent', 'hand'] as const).map((part) => (
          <li key={part}>{t(`rule.${part}`)}</li>
        ))}
      </ul>
    </details>
  )
}
