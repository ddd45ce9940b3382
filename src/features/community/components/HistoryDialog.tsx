import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { historyQuery } from '../api/community.queries.ts'
import { PostBody } from './PostBody.tsx'

type Props = { type: 'thread' | 'comment'; id: number; onClose: () => void }

/** Earlier versions of an edited post, for moderators. */
export const HistoryDialog = ({ type, id, onClose }: Props) => {
  const { t } = useTranslation('community')
  const language = useLanguage()
  const history = useQuery(historyQuery(type, id))
  return (
    <Sheet
      open
      title={t('history.title')}
      closeLabel={t('action.close')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {history.isPending && <SkeletonText lines={6} />}
      {history.isError && <Alert kind="error" title={t('history.error')} />}
      {history.data?.length === 0 && <p className="text-ink-muted">{t('history.empty')}</p>}
      <ol className="flex flex-col gap-5">
        {history.data?.map((version) => (
          <li key={version.edited_at} className="border-b border-line pb-5">
            <p className="mb-2 text-sm text-ink-muted">
              {t('history.until', { when: formatDate(version.edited_at, language, { time: true }) })}
            </p>
            {version.title !== null && (
              <p dir="auto" className="mb-1 font-semibold">
                {version.title}
              </p>
            )}
            <PostBody html={version.body} mentions={[]} />
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
