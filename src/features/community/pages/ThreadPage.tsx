import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
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
        <BackLink />
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

const BackLink = () => {
  const { t } = useTranslation('community')
  return (
    <Link
      to={paths.community}
      className="mb-3 inline-flex min-h-11 items-center gap-2 text-sm font-medium text-primary-text hover:underline"
    >
      <ArrowLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      {t('detail.back')}
    </Link>
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
