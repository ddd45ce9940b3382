import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { periodKinds, type listDashboardRows, type RowKind } from '#contract/dashboard/rows.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { RowTable } from '#src/shared/ui/content/RowTable.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { ROWS_PER_PAGE, rowsQuery } from '../api/dashboard.queries.ts'
import { lessonsLink, overviewLink, type RowsAddress } from '../model/links.ts'
import { formatDateRange } from '../model/range.ts'
import { FileButton } from './FileButton.tsx'
import { Problem } from './Problem.tsx'
import { useRowColumns } from './row-columns.tsx'

/** Only the page: the rest of the address says what the rows are. */
const SCHEMA = listSchema({})

/** What one number is made of. */
export const RowsView = ({ asked }: { asked: RowsAddress }) => {
  const { t } = useTranslation('dashboard')
  const [address] = useSearchParams()
  const list = useListFilters(SCHEMA)
  const rows = useQuery(rowsQuery(asked, list.filters.page))
  const columns = useRowColumns(asked.kind)
  const { course, lesson } = asked
  const isGone =
    isApiError(rows.error) && ['not_found', 'forbidden', 'invalid_fields'].includes(rows.error.code)
  return (
    <>
      <PageHeader
        above={
          course !== undefined && lesson !== undefined ? (
            <BackLink to={lessonsLink(address, course)}>{t('lessons.title')}</BackLink>
          ) : (
            <BackLink to={overviewLink(address)}>{t('title')}</BackLink>
          )
        }
        title={t(`rows.of.${asked.kind}`)}
        text={rows.data && <About rows={rows.data} isOfPeriod={isOfPeriod(asked.kind)} />}
      />
      {isGone ? (
        <Problem error={rows.error} pending={rows.isFetching} onRetry={() => void rows.refetch()} />
      ) : (
        <ListShell
          list={list}
          query={rows}
          page={rows.data}
          perPage={ROWS_PER_PAGE}
          countText={(count) => t('rows.count', { count })}
          actions={<FileButton asked={asked} />}
          texts={{
            loading: t('rows.loading'),
            failed: t('rows.failed'),
            empty: { title: t('rows.empty'), text: t('rows.emptyText') },
          }}
          skeleton={{ rows: 8, className: 'h-14' }}
        >
          {(shown) => (
            <RowTable
              label={t(`rows.of.${asked.kind}`)}
              columns={columns}
              rows={shown}
              keyOf={({ key }) => key}
            />
          )}
        </ListShell>
      )}
    </>
  )
}

/** Whether the rows are those of a period; other lists of a course are of all time. */
const isOfPeriod = (kind: RowKind) =>
  kind === 'arrived' || kind === 'stopped' || periodKinds.some((each) => each === kind)

type AboutProps = { rows: ResponseOf<typeof listDashboardRows>; isOfPeriod: boolean }

const About = ({ rows, isOfPeriod }: AboutProps) => {
  const language = useLanguage()
  if (!rows.course)
    return (
      <>
        {rows.group && (
          <>
            <bdi>{rows.group.name}</bdi>
            {' · '}
          </>
        )}
        {formatDateRange(rows.period, language)}
      </>
    )
  return (
    <>
      <bdi>{rows.course.title}</bdi>
      {rows.lesson && (
        <>
          {' · '}
          <bdi>{rows.lesson.title}</bdi>
        </>
      )}
      {isOfPeriod && <> · {formatDateRange(rows.period, language)}</>}
    </>
  )
}
