import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { questionsQuery, topicsQuery } from '../api/bank.queries.ts'
import { BANK_FILTERS, QUESTIONS_PER_PAGE } from '../model/bank-filters.ts'
import { BankFilterFields } from './BankFilterFields.tsx'
import { BankMenu } from './BankMenu.tsx'
import { QuestionLine } from './QuestionLine.tsx'

/** The tenant's questions, filtered by the URL's query. */
export const BankList = () => {
  const { t } = useTranslation('question-bank')
  const list = useListFilters(BANK_FILTERS)
  const { filters } = list
  const questions = useQuery(questionsQuery(filters))
  const topics = useQuery(topicsQuery()).data ?? []
  const createLink = (
    <Link to={`${adminPaths.questionBank}?question=new`} className={buttonClass()}>
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
            <BankMenu topics={topics} filters={filters} onFilter={list.change} />
            {createLink}
          </>
        }
      />
      <ListShell
        list={list}
        query={questions}
        page={questions.data}
        perPage={QUESTIONS_PER_PAGE}
        search={t('filters.search')}
        searchClassName="min-[360px]:col-span-2 xl:col-span-1"
        filtersLabel={t('filters.label')}
        filtersClassName="grid grid-cols-1 gap-3 min-[360px]:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
        filters={
          <BankFilterFields
            filters={filters}
            topics={topics}
            counts={questions.data?.counts}
            onChange={list.change}
          />
        }
        texts={{
          loading: t('list.loading'),
          failed: t('list.failed'),
          empty:
            filters.state === 'retired'
              ? { title: t('list.noneRetired') }
              : { title: t('list.empty'), text: t('list.emptyHint'), action: createLink },
          none: t('list.none'),
        }}
        skeleton={{ rows: 5, className: 'h-24' }}
      >
        {(lines) => (
          <ul className="flex flex-col gap-3">
            {lines.map((question) => (
              <li key={question.id}>
                <QuestionLine
                  question={question}
                  topic={topics.find(({ id }) => id === question.topic_id)}
                  now={questions.dataUpdatedAt}
                />
              </li>
            ))}
          </ul>
        )}
      </ListShell>
    </>
  )
}
