import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { restoreVersion, type VersionLine } from '#contract/course-builder/course-builder.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatMoney } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { builderKeys, versionQuery } from '../api/builder.queries.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { differences, type Difference } from '../model/document-diff.ts'
import { withContext, wordDiff } from '../model/word-diff.ts'

type Props = { version: VersionLine; name: ReactNode; onBack: () => void; onDone: () => void }

/** What changed since a version, and a button to restore it. */
export const VersionComparison = ({ version, name, onBack, onDone }: Props) => {
  const { t } = useTranslation('course-builder')
  const { courseId, state } = useBuilder()
  const translate = useFieldTranslate()
  const fullVersion = useQuery(versionQuery(courseId, version.id))
  const restore = useRestore(version, onDone)
  const { document } = state
  const changes = useMemo(
    () => (fullVersion.data ? differences(fullVersion.data.document, document, translate) : undefined),
    [fullVersion.data, document, translate],
  )
  return (
    <div className="flex flex-col gap-4">
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<ArrowLeft aria-hidden="true" size={16} className="rtl:-scale-x-100" />}
        onClick={onBack}
      >
        {t('history.back')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-col">{name}</p>
        <Button
          variant="secondary"
          disabled={!changes || changes.length === 0}
          pending={restore.isPending}
          onClick={() => restore.mutate()}
        >
          {t('history.restore')}
        </Button>
      </div>
      {fullVersion.isError && (
        <Alert
          kind="error"
          title={t('history.error')}
          action={
            <Button size="sm" variant="secondary" onClick={() => void fullVersion.refetch()}>
              {t('action.retry')}
            </Button>
          }
        />
      )}
      {!changes && !fullVersion.isError && <SkeletonText lines={6} />}
      {changes && (
        <p role="status" className="text-sm text-ink-muted">
          {changes.length === 0 ? t('history.same') : t('history.changes', { count: changes.length })}
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {changes?.map((change, index) => (
          <li
            key={`${change.kind}-${change.field}-${index}`}
            className="rounded-lg border border-line p-3 text-sm"
          >
            <DifferenceText change={change} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Translates the labels of the fields that an author can change. */
const useFieldTranslate = () => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  return useMemo(
    () =>
      Object.assign((key: string, values?: Record<string, string | number>) => t(key, { ...values }), {
        date: (iso: string) => formatDate(iso, language, { time: true }),
        amount: (minor: number, currency: string) => formatMoney(minor, currency, language),
      }),
    [t, language],
  )
}

const useRestore = (version: VersionLine, onDone: () => void) => {
  const { t } = useTranslation('course-builder')
  const { courseId, editing } = useBuilder()
  const queryClient = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: async () => {
      await editing.settled()
      const { revision } = editing.state()
      return authedCall(restoreVersion, { params: { courseId, versionId: version.id }, body: { revision } })
    },
    onSuccess: (draft) => {
      editing.replaceDocument(draft)
      notify({ kind: 'success', title: t('history.restored') })
      void queryClient.invalidateQueries({ queryKey: builderKeys.versions(courseId) })
      onDone()
    },
    onError: (error) =>
      notify({ kind: 'error', title: t('failed.title'), message: errorText(error, t('failed.again')) }),
  })
}

const TONES = { added: 'success', removed: 'error', moved: 'info', changed: 'neutral' } as const

const DifferenceText = ({ change }: { change: Difference }) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[change.kind]}>{t(`history.kinds.${change.kind}`)}</Badge>
        <bdi className="min-w-0 font-medium break-words">{change.title || t('outline.untitled')}</bdi>
        {change.field && <span className="text-ink-muted">{change.field}</span>}
      </p>
      {change.before !== undefined && change.after !== undefined && (
        <DiffText before={change.before} after={change.after} />
      )}
    </>
  )
}

const DiffText = ({ before, after }: { before: string; after: string }) => (
  <p dir="auto" className="mt-2 max-h-60 overflow-y-auto break-words whitespace-pre-wrap">
    {withContext(wordDiff(before, after)).map((piece, index) => {
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
)
