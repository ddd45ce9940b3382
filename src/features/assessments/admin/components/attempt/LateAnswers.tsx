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

/** Answers that came after the end or from an older device; a person may count them, with a reason. */
export const LateAnswers = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const [asking, setAsking] = useState<LateAnswer | null>(null)
  const count = useCountLate(detail.row.attempt_id)
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
                  count.reset()
                  setAsking(late)
                }}
              >
                {t('late.count')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <ReasonDialog
          title={t('late.countOf', { position: asking.position })}
          text={t('late.countText')}
          submitLabel={t('late.count')}
          pending={count.isPending}
          error={count.error}
          onSubmit={({ reason }) =>
            count.mutate(
              { lateId: asking.id, reason },
              {
                onSuccess: () => {
                  setAsking(null)
                  notify({ kind: 'success', title: t('late.done') })
                },
              },
            )
          }
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  )
}

const LateLine = ({ late }: { late: LateAnswer }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language } = useLocalized()
  const at = (iso: string) => formatDate(iso, language, { time: true })
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
        {t('late.times', { given: at(late.given_at), received: at(late.received_at) })}
      </p>
      {late.counted && (
        <p className="mt-1 text-ink">
          <Badge tone="success">{t('late.counted')}</Badge> <span dir="auto">{late.counted.reason}</span>
          <span className="block text-ink-muted">
            <bdi>{late.counted.by}</bdi> · {at(late.counted.at)}
          </span>
        </p>
      )}
    </div>
  )
}
