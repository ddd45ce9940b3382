import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { StudentBulk } from '#contract/students/bulk.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { OutcomePanel } from '#src/core/lists/OutcomePanel.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { bulkQuery, isWorking, stop, studentKeys, undo } from '../../api/students.queries.ts'

interface Props {
  id: string
  onClose: () => void
}

/** An action that the job does: how far it is, what came of it, and the way back. The server goes on by itself. */
export const BulkRun = ({ id, onClose }: Props) => {
  const { t } = useTranslation('students')
  const queries = useQueryClient()
  const { data, isError } = useQuery(bulkQuery(id))
  const state = data?.state
  useEffect(() => {
    if (state && !isWorking(state)) void queries.invalidateQueries({ queryKey: studentKeys.all })
  }, [queries, state])
  if (isError && !data)
    return <OutcomePanel title={t('run.gone')} refused={[]} close={t('close')} onClose={onClose} />
  if (!data) return null
  return isWorking(data.state) ? <Working bulk={data} /> : <Outcome bulk={data} onClose={onClose} />
}

const useStep = (bulk: StudentBulk, step: (id: string) => Promise<StudentBulk>) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => step(bulk.id),
    onSuccess: (next) => queries.setQueryData(studentKeys.bulk(bulk.id), next),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('bulk.failed')) }),
  })
}

const Working = ({ bulk }: { bulk: StudentBulk }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const { mutate, isPending } = useStep(bulk, stop)
  const { done, of } = bulk.step
  const label = t(bulk.state === 'undoing' ? 'run.undoing' : `run.${bulk.kind}`)
  const text = t('run.people', { done: formatNumber(done, language), of: formatNumber(of, language) })
  return (
    <div
      role="region"
      aria-label={label}
      className="floating sticky bottom-20 z-10 flex flex-col gap-3 p-4 sm:bottom-4"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold text-ink">{label}</p>
        {bulk.state === 'running' && (
          <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate()}>
            {t('run.stop')}
          </Button>
        )}
      </div>
      <Progress label={label} value={of === 0 ? 0 : (done / of) * 100} valueText={text} />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-muted">
        <span className="tabular-nums">{text}</span>
        <span>{t('run.away')}</span>
      </p>
    </div>
  )
}

const titleOf = (bulk: StudentBulk): [key: 'undone' | 'done' | 'sent', count: number] => {
  if (bulk.state === 'undone') return ['undone', bulk.undone.restored]
  return [bulk.kind === 'message' || bulk.kind === 'password' ? 'sent' : 'done', bulk.results.done]
}

const Outcome = ({ bulk, onClose }: { bulk: StudentBulk; onClose: () => void }) => {
  const { t } = useTranslation('students')
  const { mutate, isPending } = useStep(bulk, undo)
  const [key, count] = titleOf(bulk)
  const { unchanged, refused } = bulk.results
  const beside = [
    bulk.state === 'stopped' && t('run.stopped'),
    bulk.state === 'failed' && t('run.failed'),
    bulk.state === 'undone' && bulk.undone.kept > 0 && t('run.kept', { count: bulk.undone.kept }),
    bulk.state !== 'undone' && unchanged > 0 && t('outcome.unchanged', { count: unchanged }),
  ].filter((text) => text !== false)
  const hidden = refused - bulk.refused.length
  return (
    <OutcomePanel
      title={t(`outcome.${key}`, { count })}
      unchanged={beside.length > 0 ? beside.join(' · ') : undefined}
      refused={bulk.refused.map(({ id, name, reason }) => ({ id, name, why: t(`outcome.${reason}`) }))}
      more={hidden > 0 ? t('run.more', { count: hidden }) : undefined}
      action={
        bulk.undo_until !== null && (
          <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate()}>
            {t('bulk.undo')}
          </Button>
        )
      }
      close={t('close')}
      onClose={onClose}
    />
  )
}
