import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { PAGE_SIZE_DEFAULT } from '#contract/common.ts'
import type { ToGradeLine } from '#contract/problems/endpoints.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { gradingListQuery, type GradingState } from '../api/grading.queries.ts'
import { GradeSheet } from '../components/GradeSheet.tsx'

const ID = /^[1-9]\d{0,9}$/

/** /admin/grading: what waits for a grade, and what was graded; everything is in the address. */
export const GradingPage = () => {
  const { t } = useTranslation('grading')
  const [address] = useSearchParams()
  const chosen = address.get('submission') ?? ''
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <Link
        to={paths.adminLessons}
        className="mb-3 inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
      >
        {t('toLessons')}
      </Link>
      {ID.test(chosen) ? <GradeSheet key={chosen} submissionId={Number(chosen)} /> : <List />}
    </>
  )
}

const List = () => {
  const { t } = useTranslation('grading')
  const online = useOnline()
  const [address, setAddress] = useSearchParams()
  const state: GradingState = address.get('state') === 'graded' ? 'graded' : 'waiting'
  const page = Math.max(1, Number(address.get('page')) || 1)
  const search = address.get('search') ?? ''
  const list = useQuery(gradingListQuery({ state, search, page }))
  const change = (next: { state?: GradingState; search?: string; page?: number }) => {
    const wanted = { state, search, ...next }
    setAddress(
      {
        ...(wanted.state === 'graded' ? { state: 'graded' } : {}),
        ...(wanted.search === '' ? {} : { search: wanted.search }),
        ...(next.page && next.page > 1 ? { page: String(next.page) } : {}),
      },
      { replace: next.page === undefined },
    )
  }
  const pages = Math.max(1, Math.ceil((list.data?.count ?? 0) / PAGE_SIZE_DEFAULT))
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-4">
        <Segmented
          legend={t('list.state')}
          className="min-w-56"
          value={state}
          options={[
            { value: 'waiting', label: t('list.waiting') },
            { value: 'graded', label: t('list.graded') },
          ]}
          onChange={(next: GradingState) => change({ state: next })}
        />
        <div role="search" className="min-w-0 grow sm:max-w-sm">
          <SearchField
            label={t('list.search')}
            className="w-full"
            value={search}
            onChange={(words) => change({ search: words })}
          />
        </div>
      </div>
      <ListState<ToGradeLine>
        items={list.data?.results}
        failed={list.isError}
        offline={!online}
        filtered={search.trim() !== ''}
        loadingLabel={t('list.loading')}
        skeleton={<SkeletonText lines={6} />}
        empty={{ title: t(`list.empty_${state}`), text: t('list.emptyHint') }}
        emptyFiltered={{
          title: t('list.noMatch'),
          clearLabel: t('list.clear'),
          onClear: () => change({ search: '' }),
        }}
        error={{ title: t('list.failed'), retryLabel: t('retry'), onRetry: () => void list.refetch() }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(lines) => (
          <ul className="flex flex-col gap-3">
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
      </ListState>
      {pages > 1 && (
        <Pagination
          page={page}
          pages={pages}
          onPage={(next) => change({ page: next })}
          texts={{
            label: t('list.pages'),
            previous: t('list.previous'),
            next: t('list.next'),
            page: (number) => t('list.page', { number }),
          }}
        />
      )}
    </div>
  )
}

const Line = ({ line }: { line: ToGradeLine }) => {
  const { t } = useTranslation('grading')
  const language = useLanguage()
  return (
    <li>
      <Link
        to={`${paths.adminGrading}?submission=${line.id}`}
        className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 rounded-xl border border-line bg-surface-raised px-4 py-3 hover:border-line-strong"
      >
        <span className="min-w-0 grow">
          <bdi className="block truncate font-medium text-ink">{line.learner.name}</bdi>
          <span className="flex text-sm text-ink-muted">
            <bdi className="truncate">
              {line.item_title} · {line.course.title}
            </bdi>
          </span>
        </span>
        <span className="text-sm text-ink-muted">
          {formatDate(line.created_at, language, { time: true })}
        </span>
        {line.points_earned === null ? (
          <Badge tone="info">{t('list.waiting')}</Badge>
        ) : (
          <Badge tone={line.state === 'accepted' ? 'success' : 'warning'}>
            {t('points', { earned: line.points_earned, points: line.points })}
          </Badge>
        )}
      </Link>
    </li>
  )
}
