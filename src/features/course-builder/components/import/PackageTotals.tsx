import { useTranslation } from 'react-i18next'
import type { ImportTotal } from '#contract/course-import/course-import.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { cx } from '#src/shared/lib/cx.ts'

const COUNTS = ['in_file', 'will_come', 'changed', 'left_out'] as const

/** How many parts of each kind the package has, and how many of them come, change or are left out. */
export const PackageTotals = ({ totals }: { totals: readonly ImportTotal[] }) => {
  const { t } = useTranslation('course-builder/import')
  const language = useLanguage()
  if (totals.length === 0) return null
  return (
    <div>
      <table className="w-full border-collapse text-sm">
        <caption className="mb-2 text-start font-semibold">{t('package.totals.title')}</caption>
        <thead className="text-ink-muted">
          <tr className="border-b border-line align-bottom">
            <th scope="col" className="py-1.5 pe-2 text-start font-medium">
              {t('package.totals.kind')}
            </th>
            {COUNTS.map((count) => (
              <th key={count} scope="col" className="py-1.5 ps-2 text-end text-xs font-medium">
                {t(`package.totals.${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={total.kind} className="border-b border-line">
              <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                {t(`package.totals.kinds.${total.kind}`)}
              </th>
              {COUNTS.map((count) => (
                <td
                  key={count}
                  className={cx(
                    'py-1.5 ps-2 text-end tabular-nums',
                    total[count] === 0 && 'text-ink-muted',
                    isWarning(count) && total[count] > 0 && 'font-semibold text-warning-text',
                  )}
                >
                  {formatNumber(total[count], language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-ink-muted">{t('package.totals.hint')}</p>
    </div>
  )
}

const isWarning = (count: (typeof COUNTS)[number]): boolean => count === 'changed' || count === 'left_out'
