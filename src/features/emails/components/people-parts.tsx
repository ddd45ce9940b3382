import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Pagination } from '#src/shared/ui/Pagination.tsx'

type TallyProps = { count: number; label: string; isOn: boolean; onClick: () => void }

/** A number of people; pressing it shows them. */
export const Tally = ({ count, label, isOn, onClick }: TallyProps) => {
  const language = useLanguage()
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className="flex min-h-11 items-center gap-2 rounded-lg border border-line-strong px-4 text-start text-sm text-ink hover:bg-surface-sunken aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
      onClick={onClick}
    >
      <span className="font-semibold tabular-nums">{formatNumber(count, language)}</span> {label}
    </button>
  )
}

type PagesProps = { page: number; count: number; perPage: number; onPage: (page: number) => void }

export const PeoplePages = ({ page, count, perPage, onPage }: PagesProps) => {
  const { t } = useTranslation('emails')
  return (
    <Pagination
      page={page}
      pages={Math.ceil(count / perPage)}
      texts={{
        label: t('pages.label'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        page: (number) => t('pages.page', { number }),
      }}
      onPage={onPage}
    />
  )
}
