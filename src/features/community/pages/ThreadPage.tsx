import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { threadQuery } from '../api/community.queries.ts'
import { Comments } from '../components/comments/Comments.tsx'
import { ThreadSkeletons } from '../components/threads/ThreadCard.tsx'
import { ThreadView } from '../components/threads/ThreadView.tsx'
import { parseId } from '#src/shared/lib/parse-id.ts'

/** /community/thread/{threadId} */
export const ThreadPage = () => {
  const { t } = useTranslation('community')
  const threadId = parseId(useParams()['threadId'])
  const thread = useQuery({ ...threadQuery(threadId ?? 0), enabled: threadId !== null })
  const online = useOnline()
  if (threadId === null) return <Problem title={t('detail.invalid')} text={t('detail.invalidText')} />
  if (thread.data)
    return (
      <div className="mx-auto w-full max-w-3xl">
        <BackToList />
        <ThreadView key={threadId} thread={thread.data} now={thread.dataUpdatedAt} />
        <Comments key={`comments-${threadId}`} thread={thread.data} />
      </div>
    )
  if (thread.data === null)
    return <Problem title={t('detail.unavailable')} text={t('detail.unavailableText')} />
  if (thread.isError) {
    const offline = !online || (isApiError(thread.error) && thread.error.code === 'network')
    return (
      <Problem
        title={t('detail.notFound')}
        text={t(offline ? 'detail.offline' : 'detail.notFoundText')}
        pending={thread.isFetching}
        onRetry={() => void thread.refetch()}
      />
    )
  }
  return (
    <div role="status" aria-busy="true" className="mx-auto w-full max-w-3xl">
      <span className="sr-only">{t('detail.loading')}</span>
      <ThreadSkeletons count={2} />
    </div>
  )
}

const BackToList = () => {
  const { t } = useTranslation('community')
  return (
    <BackLink to={paths.community} className="mb-3">
      {t('detail.back')}
    </BackLink>
  )
}

type ProblemProps = { title: string; text: string; pending?: boolean; onRetry?: () => void }

const Problem = ({ title, text, pending = false, onRetry }: ProblemProps) => {
  const { t } = useTranslation('community')
  const navigate = useNavigate()
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration="error"
      title={title}
      text={text}
      action={
        <>
          <Button onClick={() => void navigate(paths.community)}>{t('detail.back')}</Button>
          {onRetry && (
            <Button variant="secondary" pending={pending} onClick={onRetry}>
              {t('comments.retry')}
            </Button>
          )}
        </>
      }
    />
  )
}
