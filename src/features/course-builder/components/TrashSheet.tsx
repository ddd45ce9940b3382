import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { restoreTrash } from '#contract/course-builder/course-builder.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { trashQuery } from '../api/builder.queries.ts'
import { useBuilder } from '../hooks/use-builder.ts'

/** Nodes deleted in the last thirty days, which can be restored. */
export const TrashSheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const { courseId, editing } = useBuilder()
  const notify = useNotify()
  const trash = useQuery({ ...trashQuery(courseId) })
  const restore = useMutation({
    mutationFn: async (trashId: number) => {
      await editing.settled()
      return authedCall(restoreTrash, { params: { courseId, trashId } })
    },
    onSuccess: (draft) => {
      editing.replaceDocument(draft)
      notify({ kind: 'success', title: t('trash.restored') })
      return trash.refetch()
    },
    onError: (error) =>
      notify({ kind: 'error', title: t('failed.title'), message: errorText(error, t('failed.again')) }),
  })
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('trash.title')}
      description={t('trash.text')}
      closeLabel={t('action.close')}
    >
      <ListStates
        rows={trash.data}
        query={trash}
        texts={{ loading: t('trash.loading'), failed: t('trash.error'), empty: { title: t('trash.empty') } }}
        skeleton={{ rows: 3, className: 'h-20' }}
      >
        {(lines) => (
          <ul className="flex flex-col gap-3">
            {lines.map((line) => (
              <li key={line.id} className="flex items-center gap-3 rounded-lg border border-line p-3">
                <div className="min-w-0 flex-1 text-sm">
                  <span dir="auto" className="line-clamp-3 font-medium break-words">
                    {line.title || t('outline.untitled')}
                  </span>
                  <span className="block text-ink-muted">
                    {t(`kinds.${line.kind}`)} ·{' '}
                    {formatRelative(line.removed_at, language, trash.dataUpdatedAt)}
                    {line.removed_by && (
                      <>
                        {' · '}
                        <bdi>{line.removed_by.name}</bdi>
                      </>
                    )}
                  </span>
                  <span className="block text-ink-muted">
                    {t('trash.until', { date: formatDate(line.gone_at, language) })}
                  </span>
                </div>
                <Button
                  size="sm"
                  variant="secondary"
                  pending={restore.isPending && restore.variables === line.id}
                  onClick={() => restore.mutate(line.id)}
                >
                  {t('trash.restore')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Sheet>
  )
}
