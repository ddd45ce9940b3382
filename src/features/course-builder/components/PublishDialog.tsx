import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isLanguage, languageInfo } from '#contract/languages.ts'
import { publishCourse, type CheckFinding } from '#contract/course-builder/course-builder.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { builderKeys, checkQuery } from '../api/builder.queries.ts'
import { useBuilder } from '../hooks/use-builder.ts'

/** Lists what is missing, with links to fix it, and publishes the course. */
export const PublishDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('course-builder')
  const { courseId, editing, state } = useBuilder()
  const isSaved = state.save.phase === 'saved'
  const check = useQuery(checkQuery(courseId, state.revision, editing.settled))
  const publish = usePublish(onClose)
  const findings = check.data?.findings
  const blocking = findings?.filter((finding) => finding.blocking) ?? []
  const warnings = findings?.filter((finding) => !finding.blocking) ?? []
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('publish.title')}
      description={t('publish.text')}
      closeLabel={t('action.close')}
      actions={
        <Button
          pending={publish.isPending}
          disabled={!findings || blocking.length > 0 || !isSaved}
          onClick={() => publish.mutate(state.revision)}
        >
          {t('publish.now')}
        </Button>
      }
    >
      {check.isError && (
        <Alert
          kind="error"
          title={t('publish.checkFailed')}
          action={
            <Button size="sm" variant="secondary" onClick={() => void check.refetch()}>
              {t('action.retry')}
            </Button>
          }
        />
      )}
      {!findings && !check.isError && (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('publish.checking')}</span>
          <SkeletonText lines={4} />
        </div>
      )}
      {findings?.length === 0 && (
        <p role="status" className="flex items-center gap-2 font-medium text-success-text">
          <CircleCheck aria-hidden="true" size={20} />
          {t('publish.clear')}
        </p>
      )}
      <Findings title={t('publish.blocking')} findings={blocking} onGo={onClose} />
      <Findings title={t('publish.warnings')} findings={warnings} onGo={onClose} />
    </Sheet>
  )
}

const usePublish = (onDone: () => void) => {
  const { t } = useTranslation('course-builder')
  const { courseId, onPublished } = useBuilder()
  const queryClient = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (revision: number) => authedCall(publishCourse, { params: { courseId }, body: { revision } }),
    onSuccess: (published) => {
      onPublished(published)
      notify({ kind: 'success', title: t('publish.done'), message: t('publish.doneMessage') })
      void queryClient.invalidateQueries({ queryKey: builderKeys.lists })
      onDone()
    },
    onError: (error) =>
      notify({ kind: 'error', title: t('publish.failed'), message: errorText(error, t('failed.again')) }),
  })
}

/** What a finding refers to: the number of a question, the name of a language, or a URL. */
const Detail = ({ finding: { code, detail } }: { finding: CheckFinding }) => {
  const { t } = useTranslation('course-builder')
  if (detail === '') return null
  const text = (): string => {
    if (code === 'question_incomplete') return t('quiz.question', { number: detail })
    return code === 'untranslated' && isLanguage(detail) ? languageInfo(detail).name : detail
  }
  return <bdi className="block break-words text-ink-muted">{text()}</bdi>
}

type FindingsProps = { title: string; findings: readonly CheckFinding[]; onGo: () => void }

const Findings = ({ title, findings, onGo }: FindingsProps) => {
  const { t } = useTranslation('course-builder')
  const { editorPath } = useBuilder()
  if (findings.length === 0) return null
  return (
    <section className="mt-5 first:mt-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="flex flex-col gap-2">
        {findings.map((finding, index) => (
          <li key={`${finding.code}-${finding.node?.key ?? ''}-${finding.detail}-${index}`}>
            <Link
              to={editorPath(finding.node)}
              className="flex items-start gap-3 rounded-lg border border-line p-3 text-sm hover:bg-surface-sunken"
              onClick={onGo}
            >
              {finding.blocking ? (
                <CircleAlert aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-error-text" />
              ) : (
                <TriangleAlert aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-warning-text" />
              )}
              <span className="min-w-0">
                {finding.node && (
                  <bdi className="block truncate font-medium">
                    {finding.node.title || t('outline.untitled')}
                  </bdi>
                )}
                {t(`finding.${finding.code}`)}
                <Detail finding={finding} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
