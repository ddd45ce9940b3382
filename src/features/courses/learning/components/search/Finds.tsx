import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FINDS_MAX, type Find } from '#contract/courses/search.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { findQuery } from '../../api/search.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { TypeSign } from '../TypeSign.tsx'

type Props = { courseId: number; words: string; onClear: () => void; onNavigate: (() => void) | undefined }

/** What was found, each with its place. */
export const Finds = ({ courseId, words, onClear, onNavigate }: Props) => {
  const { t } = useTranslation('courses/learning')
  const online = useOnline()
  const { data, isError, refetch } = useQuery(findQuery(courseId, words))
  return (
    <>
      <p role="status" className="sr-only">
        {data && t('search.found', { count: data.results.length })}
      </p>
      <ListState
        items={data?.results}
        failed={isError}
        offline={!online}
        filtered
        loadingLabel={t('search.loading')}
        skeleton={<SkeletonText lines={6} />}
        empty={{ title: t('search.nothing') }}
        emptyFiltered={{
          title: t('search.nothing'),
          text: t('search.nothingHint'),
          clearLabel: t('search.clear'),
          onClear,
        }}
        error={{ title: t('search.failed'), retryLabel: t('page.retry'), onRetry: () => void refetch() }}
        offlineMessage={{ title: t('search.offline') }}
      >
        {(results) => (
          <ol className="flex flex-col gap-1">
            {results.map((find) => (
              <li key={find.item_id}>
                <FindEntry courseId={courseId} find={find} onNavigate={onNavigate} />
              </li>
            ))}
          </ol>
        )}
      </ListState>
      {data?.more && <p className="mt-3 text-sm text-ink-muted">{t('search.more', { count: FINDS_MAX })}</p>}
    </>
  )
}

type EntryProps = { courseId: number; find: Find; onNavigate: (() => void) | undefined }

const FindEntry = ({ courseId, find, onNavigate }: EntryProps) => {
  const desk = usePlayerContext()
  const words = (
    <>
      <TypeSign type={find.type} state={find.state} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block font-medium">
          {find.item_title}
        </span>
        {find.topic_title !== find.item_title && (
          <span dir="auto" className="block text-ink-muted">
            {find.topic_title}
          </span>
        )}
        {find.excerpt && (
          <span dir="auto" className="mt-1 line-clamp-3 break-words text-ink-muted">
            {find.excerpt.map(({ text, hit }, index) =>
              // Pieces of one text in its order: their place is all that tells them apart.
              hit ? (
                <mark key={index} className="rounded-sm bg-primary-soft text-ink">
                  {text}
                </mark>
              ) : (
                <span key={index}>{text}</span>
              ),
            )}
          </span>
        )}
      </span>
    </>
  )
  const look = 'flex min-h-11 items-start gap-2.5 rounded-lg px-2.5 py-2 text-sm'
  if (find.state === 'locked') return <p className={`${look} text-ink-muted`}>{words}</p>
  return (
    <Link
      to={`${desk.topicPath(courseId, find.topic_id)}?item=${find.item_id}`}
      className={`${look} text-ink hover:bg-surface-sunken`}
      onClick={onNavigate}
    >
      {words}
    </Link>
  )
}
