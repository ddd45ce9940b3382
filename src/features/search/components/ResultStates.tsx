import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import type { useResults } from '../api/use-results.ts'

const SKELETON_ROWS = 5

type Props = {
  results: ReturnType<typeof useResults>
  text: string
  onLeave: () => void
}

/** What stands where there are no rows: nothing typed, loading, failed, nothing found, nothing saved. */
export const ResultStates = ({ results, text, onLeave }: Props) => {
  const { t } = useTranslation('search')
  const { state, isOnline, author, isStale } = results
  if (state === 'idle') return <p className="px-3 py-6 text-center text-ink-muted">{t('hint')}</p>
  if (state === 'loading' || (isOnline && isStale)) return <Loading />
  if (!isOnline)
    return (
      <EmptyState
        role="status"
        illustration="offline"
        title={t('noneSaved')}
        text={t('noneSavedText')}
        action={<Way to={paths.offline} text={t('openSaved')} onLeave={onLeave} />}
      />
    )
  if (state === 'failed')
    return (
      <EmptyState
        role="alert"
        illustration="error"
        title={t('failed')}
        text={t('failedText')}
        action={<Button onClick={results.retry}>{t('retry')}</Button>}
      />
    )
  if (author) return <EmptyState role="status" title={t('noThreads', { name: author.name })} />
  return (
    <EmptyState
      role="status"
      illustration="search"
      title={text.trim() === '' ? t('unknownPerson') : t('none.title', { text: text.trim() })}
      text={text.trim() === '' ? undefined : t('none.text')}
      action={<Way to={paths.courses} text={t('none.courses')} onLeave={onLeave} />}
    />
  )
}

const Way = ({ to, text, onLeave }: { to: string; text: string; onLeave: () => void }) => (
  <Link to={to} className={buttonClass({ variant: 'secondary' })} onClick={onLeave}>
    {text}
  </Link>
)

const Loading = () => {
  const { t } = useTranslation('search')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-2 px-3 py-1">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className="flex h-11 items-center gap-3">
          <Skeleton className="size-9 rounded-lg" />
          <Skeleton className="h-5 flex-1" />
        </div>
      ))}
    </div>
  )
}
