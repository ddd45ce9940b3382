import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import type { LateAnswer } from '#contract/assessments/shapes.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useCountLate } from '../../api/results.mutations.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

/** Answers that arrived after the end or from a replaced device. A person may count them, with a reason. */
export const LateAnswers = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const [selected, setSelected] = useState<LateAnswer | null>(null)
  const countLate = useCountLate(detail.row.attempt_id)
  if (detail.late.length === 0) return null
  return (
    <Card as="section" aria-labelledby="attempt-late">
      <h2 id="attempt-late" className="text-lg font-semibold text-ink">
        {t('late.title')}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">{t('late.text')}</p>
      <ul className="mt-3">
        {detail.late.map((late) => (
          <li key={late.id} className="flex flex-col gap-2 border-t border-line py-3 last:pb-0">
            <LateLine late={late} />
            {late.counted === null && detail.row.state === 'submitted' && (
              <Button
                variant="secondary"
                size="sm"
                className="self-start"
                aria-label={t('late.countOf', { position: late.position })}
                onClick={() => {
                  countLate.reset()
                  setSelected(late)
                }}
              >
                {t('late.count')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {selected && (
        <ReasonDialog
          title={t('late.countOf', { position: selected.position })}
          text={t('late.countText')}
          submitLabel={t('late.count')}
          pending={countLate.isPending}
          error={countLate.error}
          onSubmit={({ reason }) =>
            countLate.mutate(
              { lateId: selected.id, reason },
              {
                onSuccess: () => {
                  setSelected(null)
                  notify({ kind: 'success', title: t('late.done') })
                },
              },
            )
          }
          onClose={() => setSelected(null)}
        />
      )}
    </Card>
  )
}

const LateLine = ({ late }: { late: LateAnswer }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language } = useLocalized()
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium text-ink">
          {late.choice === null
            ? t('late.lineNone', { position: late.position })
            : t('late.line', { position: late.position, choice: late.choice })}
        </span>
        <Badge tone={late.why === 'late' ? 'warning' : 'info'}>{t(`late.why.${late.why}`)}</Badge>
      </p>
      <p className="mt-1 text-ink-muted">
        {t('late.times', { given: formatTime(late.given_at), received: formatTime(late.received_at) })}
      </p>
      {late.counted && (
        <p className="mt-1 text-ink">
          <Badge tone="success">{t('late.counted')}</Badge> <span dir="auto">{late.counted.reason}</span>
          <span className="block text-ink-muted">
            <bdi>{late.counted.by}</bdi> · {formatTime(late.counted.at)}
          </span>
        </p>
      )}
    </div>
  )
}
