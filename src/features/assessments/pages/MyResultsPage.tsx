import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { errorText } from '#src/core/http/error-text.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { ownResultsQuery } from '../api/assessments.queries.ts'
import { ResultRow } from '../components/ResultRow.tsx'

/** /assessments/results: every finished attempt of the learner, newest first. */
export const MyResultsPage = () => {
  const { t } = useTranslation(['assessments/result', 'assessments'])
  const online = useOnline()
  const list = useQuery(ownResultsQuery())
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        above={<BackLink to={paths.assessments}>{t('back')}</BackLink>}
        title={t('mine.title')}
        text={t('mine.text')}
      />
      <ListState
        items={list.data?.results}
        failed={list.isError}
        offline={!online}
        filtered={false}
        loadingLabel={t('mine.loading')}
        skeleton={
          <div className="flex flex-col gap-3">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} height={104} />
            ))}
          </div>
        }
        empty={{
          title: t('mine.empty'),
          text: t('mine.emptyText'),
          action: (
            <Link to={paths.assessments} className={buttonClass()}>
              {t('mine.choose')}
            </Link>
          ),
        }}
        emptyFiltered={{ title: t('mine.empty'), clearLabel: '', onClear: () => undefined }}
        error={{
          title: t('mine.failed'),
          text: errorText(list.error, t('problem.text', { ns: 'assessments' })),
          retryLabel: t('problem.retry', { ns: 'assessments' }),
          onRetry: () => void list.refetch(),
        }}
        offlineMessage={{ title: t('list.offline', { ns: 'assessments' }), text: t('mine.offline') }}
      >
        {(results) => (
          <ul className="flex flex-col gap-3">
            {results.map((result) => (
              <ResultRow key={result.attempt.id} result={result} />
            ))}
          </ul>
        )}
      </ListState>
    </div>
  )
}
