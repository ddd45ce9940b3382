import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { similarQuery } from '../../api/community.queries.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'

/** Wait for this pause in typing before a request. */
const TYPING_PAUSE_MS = 400

/** Threads with a similar title. They open in a new tab, so that the draft stays. */
export const SimilarThreads = ({ title }: { title: string }) => {
  const { t } = useTranslation('community')
  const debouncedTitle = useSettled(title.trim(), TYPING_PAUSE_MS)
  const similar = useQuery(similarQuery(debouncedTitle))
  return (
    <div role="status" className="empty:-mt-4">
      {debouncedTitle !== '' && similar.data && similar.data.length > 0 && (
        <div className="rounded-lg bg-info-soft px-4 py-3 text-sm">
          <p className="font-semibold text-info-text">{t('similar.title')}</p>
          <ul className="mt-1">
            {similar.data.map((thread) => (
              <li key={thread.id}>
                <Link
                  to={paths.thread(thread.id)}
                  target="_blank"
                  className="flex min-h-11 flex-wrap items-center gap-x-2 py-1 text-ink hover:underline"
                >
                  <bdi className="font-medium">{thread.title}</bdi>
                  <span className="text-ink-muted">
                    {t('thread.comments', { count: thread.comments_count })}
                  </span>
                  {thread.answered && (
                    <span className="inline-flex items-center gap-1 text-success-text">
                      <CircleCheck aria-hidden="true" size={16} />
                      {t('thread.answered')}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
