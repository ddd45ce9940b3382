import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnApplication } from '#contract/job-applications/applications.ts'
import { ProofLines } from './ProofList.tsx'

type Sent = Omit<OwnApplication['sent'], 'resume'> & { resume: { name: string; url: string } | null }

/** An application as the employer sees it: before it is sent, and afterwards. */
export const SentView = ({ sent }: { sent: Sent }) => {
  const { t } = useTranslation('job-applications')
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(7rem,auto)_minmax(0,1fr)]">
      <Line label={t('sent.name')}>
        <bdi>{sent.name}</bdi>
      </Line>
      <Line label={t('sent.email')}>
        <bdi dir="ltr" className="break-all">
          {sent.email}
        </bdi>
      </Line>
      <Line label={t('sent.phone')}>{sent.phone.trim() ? <bdi dir="ltr">{sent.phone}</bdi> : '–'}</Line>
      <Line label={t('sent.resume')}>
        {sent.resume ? (
          <a
            href={sent.resume.url}
            download={sent.resume.name}
            className="font-medium break-all text-primary-text hover:underline"
          >
            <bdi>{sent.resume.name}</bdi>
          </a>
        ) : (
          '–'
        )}
      </Line>
      {sent.cover_note.trim() && (
        <Line label={t('sent.note')}>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {sent.cover_note}
          </p>
        </Line>
      )}
      {sent.answers.map((answer) => (
        <Line key={answer.question_id} label={<bdi>{answer.label}</bdi>}>
          <Answer value={answer.value} />
        </Line>
      ))}
      <Line label={t('sent.proofs')}>
        {sent.proofs.length === 0 ? t('sent.noProofs') : <ProofLines proofs={sent.proofs} />}
      </Line>
    </dl>
  )
}

const Answer = ({ value }: { value: string }) => {
  const { t } = useTranslation('job-applications')
  if (value === 'yes' || value === 'no') return t(`form.${value}`)
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {value}
    </p>
  )
}

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="sm:contents">
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="min-w-0 text-ink">{children}</dd>
  </div>
)
