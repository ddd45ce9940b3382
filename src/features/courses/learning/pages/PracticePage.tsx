import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { practiceQuery } from '../api/practice.queries.ts'
import { PracticeRest } from '../components/practice/PracticeRest.tsx'
import { PracticeRound } from '../components/practice/PracticeRound.tsx'
import type { RoundSummary } from '../components/practice/use-practice-round.ts'

/** /practice: questions that the learner got wrong come back until they are known. */
export const PracticePage = () => {
  const { t } = useTranslation(['courses/learning/practice', 'courses'])
  const online = useOnline()
  const practice = useQuery(practiceQuery())
  const [round, setRound] = useState(1)
  const [summary, setSummary] = useState<RoundSummary | null>(null)
  const { data, refetch } = practice
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={t('title')}
        text={t('text')}
        above={<BackLink to={paths.courses}>{t('detail.back', { ns: 'courses' })}</BackLink>}
        actions={data && data.due > 0 && <Badge tone="primary">{t('due', { count: data.due })}</Badge>}
      />
      <ListState
        items={data && [data]}
        failed={practice.isError}
        offline={!online}
        filtered={false}
        loadingLabel={t('loading')}
        skeleton={
          <div className="card flex flex-col gap-4 p-5">
            <SkeletonText lines={2} />
            <Skeleton height={48} />
            <Skeleton height={48} />
            <Skeleton height={48} />
          </div>
        }
        empty={{ title: t('empty') }}
        emptyFiltered={{ title: t('empty'), clearLabel: '', onClear: () => undefined }}
        error={{
          title: t('loadFailed'),
          text: errorText(practice.error, ''),
          retryLabel: t('home.retry', { ns: 'courses' }),
          onRetry: () => void refetch(),
        }}
        offlineMessage={{ title: t('offline'), text: t('offlineText') }}
      >
        {([loaded]) =>
          !loaded ? null : summary === null && loaded.questions.length > 0 ? (
            <PracticeRound
              key={round}
              due={loaded.questions}
              onDone={(done) => {
                setSummary(done)
                void refetch()
              }}
            />
          ) : (
            <PracticeRest
              practice={loaded}
              summary={summary}
              onMore={() => {
                setSummary(null)
                setRound(round + 1)
              }}
            />
          )
        }
      </ListState>
    </div>
  )
}
