import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FINDS_MAX, type Find } from '#contract/courses/search.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { courseSearchQuery } from '../../api/search.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { StepIcon } from '../StepIcon.tsx'

type Props = { courseId: number; query: string; onClear: () => void; onNavigate: (() => void) | undefined }

/** The hits of a search, each with its topic. */
export const SearchHits = ({ courseId, query, onClear, onNavigate }: Props) => {
  const { t } = useTranslation('courses/learning')
  const online = useOnline()
  const { data, isError, refetch } = useQuery(courseSearchQuery(courseId, query))
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
            {results.map((hit) => (
              <li key={hit.item_id}>
                <HitEntry courseId={courseId} hit={hit} onNavigate={onNavigate} />
              </li>
            ))}
          </ol>
        )}
      </ListState>
      {data?.more && <p className="mt-3 text-sm text-ink-muted">{t('search.more', { count: FINDS_MAX })}</p>}
    </>
  )
}

type EntryProps = { courseId: number; hit: Find; onNavigate: (() => void) | undefined }

const HitEntry = ({ courseId, hit, onNavigate }: EntryProps) => {
  const player = usePlayerContext()
  const content = (
    <>
      <StepIcon type={hit.type} state={hit.state} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block font-medium">
          {hit.item_title}
        </span>
        {hit.topic_title !== hit.item_title && (
          <span dir="auto" className="block text-ink-muted">
            {hit.topic_title}
          </span>
        )}
        {hit.excerpt && (
          <span dir="auto" className="mt-1 line-clamp-3 break-words text-ink-muted">
            {hit.excerpt.map(({ text, hit: isHit }, index) =>
              // Parts of one text in order: only the index tells them apart.
              isHit ? (
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
  const rowClass = 'flex min-h-11 items-start gap-2.5 rounded-lg px-2.5 py-2 text-sm'
  if (hit.state === 'locked') return <p className={`${rowClass} text-ink-muted`}>{content}</p>
  return (
    <Link
      to={`${player.topicPath(courseId, hit.topic_id)}?item=${hit.item_id}`}
      className={`${rowClass} text-ink hover:bg-surface-sunken`}
      onClick={onNavigate}
    >
      {content}
    </Link>
  )
}
