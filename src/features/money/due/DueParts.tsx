import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DuePart, DueSpan } from '#contract/money/dues.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Money } from '../components/Money.tsx'
import { duePartsQuery, DUES_PER_PAGE } from './dues.queries.ts'

type Props = { span: DueSpan; currency: string }

/** The parts behind one sum, the longest overdue first. Each person leads to their payments. */
export const DueParts = ({ span, currency }: Props) => {
  const { t } = useTranslation('money')
  const [page, setPage] = useState(1)
  const parts = useQuery(duePartsQuery({ span, currency, page }))
  if (parts.isError && !parts.data)
    return (
      <Alert
        kind="error"
        title={t('due.failed')}
        action={
          <Button size="sm" variant="secondary" onClick={() => void parts.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    )
  if (!parts.data) return <Skeleton className="h-40 w-full" />
  const { results, count } = parts.data
  if (results.length === 0) return <p className="text-ink-muted">{t('due.none')}</p>
  return (
    <>
      <ul className="text-sm">
        {results.map((part) => (
          <Row key={`${part.order_id}/${part.position}`} part={part} />
        ))}
      </ul>
      <Pagination
        page={page}
        pages={Math.ceil(count / DUES_PER_PAGE)}
        onPage={setPage}
        texts={{
          label: t('due.pages'),
          previous: t('due.previous'),
          next: t('due.next'),
          page: (number) => t('due.page', { number }),
        }}
      />
    </>
  )
}

const Row = ({ part }: { part: DuePart }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to={`${adminPaths.paymentList}?person=${part.person.id}`}
          className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
        >
          <bdi className="wrap-anywhere">{part.person.name}</bdi>
        </Link>
        <p className="text-ink-muted">
          <bdi>{part.programme}</bdi> · {t('due.on', { day: formatDate(part.due_on, language) })}
        </p>
      </div>
      <span className="font-semibold text-ink">
        <Money minor={part.open_minor} currency={part.currency} />
      </span>
    </li>
  )
}
