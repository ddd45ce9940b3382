import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { PAGE_SIZE_DEFAULT } from '#contract/common.ts'
import type { ToGradeLine } from '#contract/grading/submissions.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { gradingListQuery } from '../api/grading.queries.ts'
import { GradeSheet } from '../components/GradeSheet.tsx'
import { GRADING_FILTERS, gradingStates, type GradingState } from '../model/grading-filters.ts'

const ID = /^[1-9]\d{0,9}$/

/** /admin/grading: ungraded and graded submissions. The URL holds the state. */
export const GradingPage = () => {
  const { t } = useTranslation('grading')
  const [address] = useSearchParams()
  const submissionId = address.get('submission') ?? ''
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <Link
        to={adminPaths.lessons}
        className="mb-3 inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
      >
        {t('toLessons')}
      </Link>
      {ID.test(submissionId) ? (
        <GradeSheet key={submissionId} submissionId={Number(submissionId)} />
      ) : (
        <List />
      )}
    </>
  )
}

const List = () => {
  const { t } = useTranslation('grading')
  const list = useListFilters(GRADING_FILTERS)
  const { state } = list.filters
  const submissions = useQuery(gradingListQuery(list.filters))
  return (
    <ListShell
      list={list}
      query={submissions}
      page={submissions.data}
      perPage={PAGE_SIZE_DEFAULT}
      search={t('list.search')}
      filters={
        <Segmented
          legend={t('list.state')}
          className="min-w-56"
          value={state}
          options={gradingStates.map((value) => ({ value, label: t(`list.${value}`) }))}
          onChange={(next: GradingState) => list.change({ state: next })}
        />
      }
      texts={{
        loading: t('list.loading'),
        failed: t('list.failed'),
        empty: { title: t(`list.empty_${state}`), text: t('list.emptyHint') },
        none: t('list.noMatch'),
      }}
      skeleton={{ rows: 6, className: 'h-16' }}
    >
      {(lines) => (
        <ul className="flex flex-col gap-3">
          {lines.map((line) => (
            <SubmissionRow key={line.id} line={line} />
          ))}
        </ul>
      )}
    </ListShell>
  )
}

const SubmissionRow = ({ line }: { line: ToGradeLine }) => {
  const { t } = useTranslation('grading')
  const language = useLanguage()
  return (
    <li>
      <Link
        to={`${adminPaths.grading}?submission=${line.id}`}
        className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 card card-link px-4 py-3"
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
