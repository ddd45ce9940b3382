import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { lessonThreadsQuery, tagsQuery } from '../../api/community.queries.ts'
import { useHasDraft } from '../../hooks/use-draft.ts'
import { useUnsentPosts } from '../../hooks/use-unsent-posts.ts'
import { lessonDraft } from '../../model/ids.ts'
import { LessonQuestion } from './LessonQuestion.tsx'
import { UnsentPosts } from '../UnsentPosts.tsx'
import { ThreadSkeletons } from './ThreadCard.tsx'
import { ThreadForm } from './ThreadForm.tsx'

export type LessonQuestionsProps = {
  courseId: number
  topicId: number
  /** The step that is open, if any. */
  itemId?: number | null
}

/**
 * The questions about a topic with their accepted answers, and the form for a new one. Mounted beside the
 * lesson.
 */
export const LessonQuestions = ({ courseId, topicId, itemId = null }: LessonQuestionsProps) => {
  const { t } = useTranslation('community')
  const questions = useInfiniteQuery({
    ...lessonThreadsQuery({ courseId, topicId }),
    refetchOnWindowFocus: false,
  })
  const online = useOnline()
  // Open when there is a draft from before.
  const [isAsking, setIsAsking] = useState(useHasDraft(lessonDraft(topicId)))
  const tags = useQuery({ ...tagsQuery(), enabled: isAsking })
  const heading = useRef<HTMLHeadingElement>(null)
  const offline = isApiError(questions.error) && questions.error.code === 'network'
  const count = questions.data?.pages[0]?.count ?? 0
  const unsent = useUnsentPosts(
    (entry) => entry.kind === 'thread' && entry.lesson?.topic_id === topicId,
    questions.data?.pages.flatMap((page) => page.results.map(({ thread }) => thread.id)) ?? [],
  )
  return (
    <section aria-labelledby="lesson-questions">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="lesson-questions" ref={heading} tabIndex={-1} className="font-semibold text-ink">
          {count > 0 ? t('lesson.questionsCounted', { count }) : t('lesson.questions')}
        </h2>
        <Button size="sm" variant="secondary" aria-expanded={isAsking} onClick={() => setIsAsking(!isAsking)}>
          {t('lesson.ask')}
        </Button>
      </div>
      {isAsking && !tags.isPending && (
        <ThreadForm
          thread={null}
          tags={tags.data ?? []}
          lesson={{ course_id: courseId, topic_id: topicId, item_id: itemId }}
          onClose={() => {
            setIsAsking(false)
            heading.current?.focus()
          }}
        />
      )}
      <UnsentPosts unsent={unsent} level={3} className="mb-4" />
      <ListState
        items={questions.data?.pages.flatMap((page) => page.results)}
        failed={questions.isError}
        offline={!online || offline}
        filtered={false}
        loadingLabel={t('lesson.loading')}
        skeleton={<ThreadSkeletons count={1} />}
        empty={{ illustration: 'ask', title: t('lesson.empty'), text: t('lesson.emptyHint') }}
        emptyFiltered={{ title: '', clearLabel: '', onClear: () => undefined }}
        error={{
          title: t('lesson.error'),
          retryLabel: t('comments.retry'),
          onRetry: () => void questions.refetch(),
        }}
        offlineMessage={{ title: t('lesson.offline') }}
      >
        {(loaded) => (
          <ul className="flex flex-col gap-4">
            {loaded.map((question) => (
              <li key={question.thread.id}>
                <LessonQuestion question={question} now={questions.dataUpdatedAt} />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      {questions.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="ghost"
            pending={questions.isFetchingNextPage}
            onClick={() => void questions.fetchNextPage()}
          >
            {t('lesson.more')}
          </Button>
        </div>
      )}
    </section>
  )
}
