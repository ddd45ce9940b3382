import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { suppressionReasons, type listSuppressed } from '#contract/emails/feedback.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { SUPPRESSED_PER_PAGE, suppressedQuery, useAllowAgain } from '../../api/feedback.queries.ts'
import { SUPPRESSED_FILTERS } from '../../model/filters.ts'

/** Addresses that get no campaign any more, and why. */
export const SuppressedList = () => {
  const { t } = useTranslation('emails')
  const list = useListFilters(SUPPRESSED_FILTERS)
  const suppressed = useQuery(suppressedQuery(list.filters))
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-reading text-sm text-ink-muted">{t('addresses.intro')}</p>
      <ListShell
        list={list}
        query={suppressed}
        page={suppressed.data}
        perPage={SUPPRESSED_PER_PAGE}
        search={t('addresses.search')}
        searchClassName="sm:min-w-64 sm:flex-1"
        filtersClassName="grid gap-3 sm:flex sm:flex-wrap sm:items-end"
        filtersLabel={t('addresses.filters')}
        filters={
          <FilterSelect
            label={t('addresses.reason')}
            all={t('addresses.all')}
            value={list.filters.reason}
            options={suppressionReasons.map((value) => ({ value, label: t(`exclusion.${value}`) }))}
            onChange={(reason) => list.change({ reason })}
          />
        }
        texts={{
          loading: t('addresses.loading'),
          failed: t('addresses.failed'),
          empty: { title: t('addresses.empty'), text: t('addresses.emptyHint') },
          none: t('addresses.none'),
        }}
        skeleton={{ rows: 4, className: 'h-16' }}
      >
        {(rows) => (
          <Card>
            <ul className="-my-3 divide-y divide-line">
              {rows.map((row) => (
                <Row key={row.email} row={row} />
              ))}
            </ul>
          </Card>
        )}
      </ListShell>
    </div>
  )
}

const Row = ({ row }: { row: ResponseOf<typeof listSuppressed>['results'][number] }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const notify = useNotify()
  const allow = useAllowAgain()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0">
        <bdi className="font-medium text-ink wrap-anywhere">{row.email}</bdi>
        <p className="text-ink-muted first-letter:uppercase">
          {t(`exclusion.${row.reason}`)} · {formatDate(row.since, language, { time: true })}
        </p>
        {row.detail !== null && (
          <p dir="ltr" className="text-ink-muted wrap-anywhere">
            {row.detail}
          </p>
        )}
      </div>
      {row.reason === 'bounced' && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('addresses.allowOne', { address: row.email })}
          pending={allow.isPending}
          onClick={() =>
            allow.mutate(row.email, {
              onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
            })
          }
        >
          {t('addresses.allow')}
        </Button>
      )}
    </li>
  )
}
