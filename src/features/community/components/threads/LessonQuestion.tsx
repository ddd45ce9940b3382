import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { listLessonThreads } from '#contract/community/lesson-threads.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { paths } from '#src/core/paths.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { commentAnchor } from '../../model/ids.ts'
import { CollapsibleBody } from '../PostBody.tsx'
import { PostBy } from '../PostBy.tsx'

type Question = Pick<ResponseOf<typeof listLessonThreads>['results'][number], 'thread' | 'accepted_answer'>

/** A question about a lesson, with its accepted answer below. */
export const LessonQuestion = ({ question, now }: { question: Question; now: number }) => {
  const { t } = useTranslation('community')
  const { thread, accepted_answer: answer } = question
  return (
    <Card as="article" aria-labelledby={`lesson-thread-${thread.id}`}>
      <PostBy author={thread.author} at={thread.created_at} editedAt={thread.edited_at} now={now} size={32} />
      <h3 id={`lesson-thread-${thread.id}`} className="mt-3 font-semibold">
        <Link to={paths.thread(thread.id)} className="hover:underline">
          <bdi>{thread.title}</bdi>
        </Link>
      </h3>
      <div className="mt-1">
        <CollapsibleBody html={thread.body} mentions={thread.mentions} />
      </div>
      {answer && (
        <div className="mt-4 rounded-lg border-s-4 border-success-text bg-surface-sunken p-4">
          <p className="mb-3 flex items-center gap-2 text-sm font-semibold text-success-text">
            <CircleCheck aria-hidden="true" size={16} />
            {t('comment.accepted')}
          </p>
          <PostBy author={answer.author} at={answer.created_at} editedAt={null} now={now} size={28} />
          <div className="mt-2">
            <CollapsibleBody html={answer.body} mentions={answer.mentions} />
          </div>
        </div>
      )}
      <Link
        to={`${paths.thread(thread.id)}${answer ? `#${commentAnchor(answer.id)}` : '#comments'}`}
        className="mt-3 inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
      >
        {t('lesson.discuss', { count: thread.comments_count })}
      </Link>
    </Card>
  )
}
