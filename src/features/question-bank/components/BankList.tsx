import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { questionsQuery, topicsQuery } from '../api/bank.queries.ts'
import {
  bankFiltersOf,
  isBankNarrowed,
  NO_BANK_FILTERS,
  QUESTIONS_PER_PAGE,
  writeBankFilters,
  type BankFilters,
} from '../model/bank-filters.ts'
import { BankFilterBar } from './BankFilterBar.tsx'
import { BankMenu } from './BankMenu.tsx'
import { QuestionLine } from './QuestionLine.tsx'

/** The tenant's questions, filtered by the URL's query. */
export const BankList = () => {
  const { t } = useTranslation('question-bank')
  const [searchParams, setSearchParams] = useSearchParams()
  const filters = bankFiltersOf(searchParams)
  const questions = useQuery(questionsQuery(filters))
  const topics = useQuery(topicsQuery())
  const online = useOnline()
  const applyFilters = (change: Partial<BankFilters>) =>
    setSearchParams(writeBankFilters({ ...filters, page: 1, ...change }), {
      replace: change.page === undefined,
    })
  const createLink = (
    <Link to={`${paths.adminQuestionBank}?question=new`} className={buttonClass()}>
      <Plus aria-hidden="true" size={18} />
      {t('list.create')}
    </Link>
  )
  return (
    <>
      <PageHeader
        title={t('list.title')}
        text={t('list.intro')}
        actions={
          <>
            <BankMenu topics={topics.data ?? []} filters={filters} onFilter={applyFilters} />
            {createLink}
          </>
        }
      />
      <BankFilterBar
        filters={filters}
        topics={topics.data ?? []}
        counts={questions.data?.counts}
        onChange={applyFilters}
      />
      <ListState
        items={questions.data?.results}
        failed={questions.isError}
        offline={!online}
        filtered={isBankNarrowed(filters)}
        loadingLabel={t('list.loading')}
        skeleton={<Skeletons />}
        empty={
          filters.state === 'retired'
            ? { title: t('list.noneRetired') }
            : { title: t('list.empty'), text: t('list.emptyHint'), action: createLink }
        }
        emptyFiltered={{
          title: t('list.none'),
          clearLabel: t('list.clear'),
          onClear: () => applyFilters({ ...NO_BANK_FILTERS, state: filters.state }),
        }}
        error={{ title: t('list.failed'), retryLabel: t('retry'), onRetry: () => void questions.refetch() }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(items) => (
          <ul className="flex flex-col gap-3">
            {items.map((question) => (
              <li key={question.id}>
                <QuestionLine
                  question={question}
                  topic={topics.data?.find(({ id }) => id === question.topic_id)}
                  now={questions.dataUpdatedAt}
                />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <Pagination
        page={filters.page}
        pages={Math.ceil((questions.data?.count ?? 0) / QUESTIONS_PER_PAGE)}
        texts={{
          label: t('list.pages'),
          previous: t('list.previousPage'),
          next: t('list.nextPage'),
          page: (number) => t('list.page', { page: number }),
        }}
        onPage={(page) => applyFilters({ page })}
      />
    </>
  )
}

const Skeletons = () => (
  <div className="flex flex-col gap-3">
    {[1, 2, 3, 4, 5].map((key) => (
      <Skeleton key={key} className="h-24 rounded-xl" />
    ))}
  </div>
)
