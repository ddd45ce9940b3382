import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { restoreVersion, type VersionLine } from '#contract/course-builder.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Sheet } from '#src/shared/ui/Dialog.tsx'
import { ListState } from '#src/shared/ui/ListState.tsx'
import { SkeletonText } from '#src/shared/ui/Skeleton.tsx'
import { builderKeys, versionQuery, versionsQuery } from '../api/builder.queries.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { differences, type Difference } from '../model/document-diff.ts'
import { wordDiff } from '../model/word-diff.ts'

/** Kept versions; one chosen is compared with what stands now, and can become it again. */
export const HistorySheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('course-builder')
  const { courseId } = useBuilder()
  const online = useOnline()
  const [chosen, setChosen] = useState<VersionLine | null>(null)
  const versions = useQuery(versionsQuery(courseId))
  return (
    <Sheet
      open
      className="max-w-2xl"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('history.title')}
      description={t('history.text')}
      closeLabel={t('action.close')}
    >
      {chosen ? (
        <Compared version={chosen} onBack={() => setChosen(null)} onDone={onClose} />
      ) : (
        <ListState
          items={versions.data}
          failed={versions.isError}
          offline={!online}
          filtered={false}
          loadingLabel={t('history.loading')}
          skeleton={<SkeletonText lines={5} />}
          empty={{ title: t('history.empty'), text: t('history.emptyHint') }}
          emptyFiltered={{ title: '', clearLabel: '', onClear: () => undefined }}
          error={{
            title: t('history.error'),
            retryLabel: t('action.retry'),
            onRetry: () => void versions.refetch(),
          }}
          offlineMessage={{ title: t('list.offline') }}
        >
          {(lines) => (
            <ul className="flex flex-col gap-2">
              {lines.map((line) => (
                <li key={line.id}>
                  <button
                    type="button"
                    className="flex min-h-14 w-full flex-col rounded-lg border border-line px-3 py-2 text-start hover:bg-surface-sunken"
                    onClick={() => setChosen(line)}
                  >
                    <VersionWords line={line} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </ListState>
      )}
    </Sheet>
  )
}

const VersionWords = ({ line }: { line: VersionLine }) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  return (
    <>
      <span className="font-medium">{formatDate(line.created_at, language, { time: true })}</span>
      <span className="text-sm text-ink-muted">
        {t(`history.reasons.${line.reason}`)}
        {line.created_by && (
          <>
            {' · '}
            <bdi>{line.created_by.name}</bdi>
          </>
        )}
      </span>
    </>
  )
}

type ComparedProps = { version: VersionLine; onBack: () => void; onDone: () => void }

const Compared = ({ version, onBack, onDone }: ComparedProps) => {
  const { t } = useTranslation('course-builder')
  const { courseId, editing, state } = useBuilder()
  const client = useQueryClient()
  const notify = useNotify()
  const whole = useQuery(versionQuery(courseId, version.id))
  const restore = useMutation({
    mutationFn: async () => {
      await editing.settled()
      const { revision } = editing.state()
      return authedCall(restoreVersion, { params: { courseId, versionId: version.id }, body: { revision } })
    },
    onSuccess: (draft) => {
      editing.exchange(draft)
      notify({ kind: 'success', title: t('history.restored') })
      void client.invalidateQueries({ queryKey: builderKeys.versions(courseId) })
      onDone()
    },
    onError: (error) =>
      notify({ kind: 'error', title: t('failed.title'), message: errorText(error, t('failed.again')) }),
  })
  const changes = whole.data ? differences(whole.data.document, state.document) : undefined
  return (
    <div className="flex flex-col gap-4">
      <Button size="sm" variant="ghost" className="self-start" onClick={onBack}>
        {t('history.back')}
      </Button>
      <p className="flex flex-col">
        <VersionWords line={version} />
      </p>
      {whole.isError && <p role="alert">{t('history.error')}</p>}
      {!changes && !whole.isError && <SkeletonText lines={6} />}
      {changes?.length === 0 && <p>{t('history.same')}</p>}
      <ul className="flex flex-col gap-3">
        {changes?.map((change, index) => (
          <li
            key={`${change.kind}-${change.field}-${index}`}
            className="rounded-lg border border-line p-3 text-sm"
          >
            <DifferenceWords change={change} />
          </li>
        ))}
      </ul>
      <Button disabled={!whole.data} pending={restore.isPending} onClick={() => restore.mutate()}>
        {t('history.restore')}
      </Button>
    </div>
  )
}

const DifferenceWords = ({ change }: { change: Difference }) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <p className="font-medium">
        {t(`history.kinds.${change.kind}`)} <bdi>{change.title || t('outline.untitled')}</bdi>
        {change.field && (
          <span className="font-normal text-ink-muted"> · {t(`history.fields.${change.field}`)}</span>
        )}
      </p>
      {change.before !== undefined && change.after !== undefined && (
        <p dir="auto" className="mt-1 max-h-60 overflow-y-auto whitespace-pre-wrap break-words">
          {wordDiff(change.before, change.after).map((piece, index) => {
            const key = `${piece.kind}-${index}`
            if (piece.kind === 'same') return <span key={key}>{piece.text}</span>
            if (piece.kind === 'added')
              return (
                <ins key={key} className="bg-success-soft text-success-text">
                  {piece.text}
                </ins>
              )
            return (
              <del key={key} className="bg-error-soft text-error-text">
                {piece.text}
              </del>
            )
          })}
        </p>
      )}
    </>
  )
}
