import { useQuery } from '@tanstack/react-query'
import Trophy from 'lucide-react/icons/trophy'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { errorText } from '#src/core/http/error-text.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { assessmentListQuery } from '../api/assessments.queries.ts'
import { sendAllLeftBehind } from '../attempt/left-behind.ts'
import { AssessmentCard } from '../components/AssessmentCard.tsx'
import { StateFilter } from '../components/StateFilter.tsx'
import { cardState, cardStates, FILTER_FROM_COUNT, type CardState } from '../model/card.ts'

/** /assessments: available, running and finished assessments. */
export const AssessmentListPage = () => {
  const { t } = useTranslation('assessments')
  const list = useQuery(assessmentListQuery())
  const online = useOnline()
  useEffect(() => {
    if (online) void sendAllLeftBehind()
  }, [online])
  const retry = () => void list.refetch()
  const [searchParams, setSearchParams] = useSearchParams()
  const allCards = list.data?.results
  const hasResults = allCards?.some(({ attempts }) => attempts.some((each) => each.state === 'submitted'))
  const state = cardStates.find((value) => value === searchParams.get('state')) ?? null
  const applyState = (newState: CardState | null) =>
    setSearchParams(newState ? { state: newState } : {}, { replace: true })
  return (
    <>
      <PageHeader
        title={t('list.title')}
        text={t('list.intro')}
        actions={
          hasResults && (
            <Link to={paths.assessmentResults} className={buttonClass({ variant: 'secondary' })}>
              <Trophy aria-hidden="true" size={18} className="shrink-0" />
              {t('list.myResults')}
            </Link>
          )
        }
      />
      {allCards && (allCards.length >= FILTER_FROM_COUNT || state) && (
        <StateFilter cards={allCards} state={state} onChange={applyState} />
      )}
      <ListState
        items={allCards?.filter((card) => state === null || cardState(card) === state)}
        failed={list.isError}
        offline={!online}
        filtered={state !== null}
        loadingLabel={t('list.loading')}
        skeleton={
          <div className="flex flex-col gap-4">
            {[1, 2].map((card) => (
              <div key={card} aria-hidden="true" className="card p-4 sm:p-6">
                <SkeletonText lines={4} />
              </div>
            ))}
          </div>
        }
        empty={{ illustration: 'path', title: t('list.empty'), text: t('list.emptyText') }}
        emptyFiltered={{
          title: t('list.noneFits'),
          clearLabel: t('list.showAll'),
          onClear: () => applyState(null),
        }}
        error={{
          title: t('list.failed'),
          text: errorText(list.error, t('problem.text')),
          retryLabel: t('problem.retry'),
          onRetry: retry,
        }}
        offlineMessage={{ title: t('list.offline'), text: t('list.offlineText') }}
      >
        {(cards) => (
          <ul className="flex flex-col gap-4">
            {cards.map((card) => (
              <AssessmentCard key={card.id} card={card} />
            ))}
          </ul>
        )}
      </ListState>
    </>
  )
}
