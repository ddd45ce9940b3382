import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  assessmentShelves,
  type AssessmentShelf,
  type AuthoredLine,
} from '#contract/assessments/admin/authoring.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { authoredListQuery, useArchive } from '../../api/authoring.queries.ts'
import { ASSESSMENTS_PER_PAGE, AUTHORED_FILTERS } from '../../model/authored-filters.ts'
import { AssessmentMenu } from './AssessmentMenu.tsx'
import { UndoBar } from './UndoBar.tsx'

/** The tenant's assessments, last changed first. */
export const AuthoredList = () => {
  const { t } = useTranslation('assessments/admin/authoring')
  const list = useListFilters(AUTHORED_FILTERS)
  const { status } = list.filters
  const assessments = useQuery(authoredListQuery(list.filters))
  const archive = useArchive()
  const [archivedItem, setArchivedItem] = useState<{ id: number; title: string } | null>(null)
  const createLink = (
    <Link to={`${adminPaths.assessments}?assessment=new`} className={buttonClass()}>
      <Plus aria-hidden="true" size={18} />
      {t('list.create')}
    </Link>
  )
  return (
    <>
      <PageHeader title={t('list.title')} text={t('list.intro')} actions={createLink} />
      <ListShell
        list={list}
        query={assessments}
        page={assessments.data}
        perPage={ASSESSMENTS_PER_PAGE}
        search={t('list.search')}
        searchClassName="sm:w-96"
        filtersLabel={t('list.filter')}
        filters={
          <StatusFilter
            status={status}
            counts={assessments.data?.counts}
            onChange={(next) => list.change({ status: next })}
          />
        }
        texts={{
          loading: t('list.loading'),
          failed: t('list.failed'),
          empty:
            status === 'archived'
              ? { title: t('list.noneArchived') }
              : { title: t('list.empty'), text: t('list.emptyHint'), action: createLink },
          none: t('list.none'),
        }}
        skeleton={{ rows: 3, className: 'h-24' }}
      >
        {(lines) => (
          <ul className="flex flex-col gap-3">
            {lines.map((line) => (
              <li key={line.id}>
                <Line
                  line={line}
                  now={assessments.dataUpdatedAt}
                  onArchived={(title) => setArchivedItem({ id: line.id, title })}
                />
              </li>
            ))}
          </ul>
        )}
      </ListShell>
      <UndoBar
        title={archivedItem?.title ?? null}
        pending={archive.isPending}
        onHide={() => setArchivedItem(null)}
        onUndo={() => {
          if (archivedItem)
            archive.mutate(
              { id: archivedItem.id, archived: false },
              { onSuccess: () => setArchivedItem(null) },
            )
        }}
      />
    </>
  )
}

type StatusProps = {
  status: AssessmentShelf | null
  counts: Record<AssessmentShelf, number> | undefined
  onChange: (status: AssessmentShelf | null) => void
}

const StatusFilter = ({ status, counts, onChange }: StatusProps) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { number } = useLocalized()
  return (
    <FilterSelect
      label={t('list.show')}
      className="sm:w-56"
      all={t('list.all')}
      value={status}
      options={assessmentShelves.map((value) => ({
        value,
        label: counts
          ? t('list.statusCount', { status: t(`status.${value}`), number: number(counts[value]) })
          : t(`status.${value}`),
      }))}
      onChange={onChange}
    />
  )
}

type LineProps = { line: AuthoredLine; now: number; onArchived: (title: string) => void }

const Line = ({ line, now, onArchived }: LineProps) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { language, local } = useLocalized()
  const title = local(line.titles, line.language)
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  return (
    <article
      aria-labelledby={`assessment-${line.id}`}
      className="card relative flex flex-col gap-2 p-4 pe-16"
    >
      <h2 id={`assessment-${line.id}`} className="text-lg font-semibold">
        <Link
          to={`${adminPaths.assessments}?assessment=${line.id}`}
          className="break-words after:absolute after:inset-0 after:rounded-xl hover:underline"
        >
          <bdi>{title}</bdi>
        </Link>
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
        <Badge tone={line.status === 'active' ? 'success' : 'neutral'}>
          {t(`status.${line.archived ? 'archived' : line.status}`)}
        </Badge>
        {line.variant === 'short' && <Badge tone="primary">{t('variant.short')}</Badge>}
        {!line.complete && <Badge tone="warning">{t('list.incomplete')}</Badge>}
        <span>{t('list.questions', { count: line.questions })}</span>
        <span>{t('list.minutes', { count: line.duration_minutes })}</span>
        {line.attempts > 0 && <span>{t('list.attempts', { count: line.attempts })}</span>}
        {line.opens_at && <span>{t('list.opens', { when: formatTime(line.opens_at) })}</span>}
        {line.closes_at && <span>{t('list.closes', { when: formatTime(line.closes_at) })}</span>}
        <span>{t('list.changed', { when: formatRelative(line.updated_at, language, now) })}</span>
      </p>
      <div className="absolute end-2 top-2">
        <AssessmentMenu line={line} title={title} onArchived={() => onArchived(title)} />
      </div>
    </article>
  )
}
