import Award from 'lucide-react/icons/award'
import Download from 'lucide-react/icons/download'
import FileText from 'lucide-react/icons/file-text'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffApplication } from '#contract/job-applications/pipeline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatPercent } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'

/** What the learner sent. */
export const ApplicationDetails = ({ application }: { application: StaffApplication }) => {
  const { t } = useTranslation('recruiting')
  const { email, phone, resume, cover_note: note, answers, proofs } = application
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-11 items-center wrap-anywhere text-primary-text hover:underline"
        >
          <bdi dir="ltr">{email}</bdi>
        </a>
        <a
          href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
          className="inline-flex min-h-11 items-center text-primary-text hover:underline"
        >
          <bdi dir="ltr">{phone}</bdi>
        </a>
      </div>
      <Resume resume={resume} />
      {note && (
        <Part title={t('application.note')}>
          <p dir="auto" className="break-words whitespace-pre-wrap text-ink">
            {note}
          </p>
        </Part>
      )}
      {answers.map((answer) => (
        <Part key={answer.question_id} title={<bdi>{answer.label}</bdi>}>
          <p dir="auto" className="break-words whitespace-pre-wrap text-ink">
            {answer.value === 'yes' || answer.value === 'no'
              ? t(`application.${answer.value}`)
              : answer.value}
          </p>
        </Part>
      ))}
      <Part title={t('application.proofs')}>
        {proofs.length === 0 ? (
          <p className="text-ink-muted">{t('application.noProofs')}</p>
        ) : (
          <Proofs proofs={proofs} />
        )}
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 text-sm font-medium text-ink-muted">{title}</h3>
    {children}
  </section>
)

const Proofs = ({ proofs }: Pick<StaffApplication, 'proofs'>) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  return (
    <ul className="flex flex-col gap-2">
      {proofs.map(({ kind, id, title, percent, at }) => (
        <li key={`${kind}:${id}`} className="flex items-start gap-2">
          <Award aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-success-text" />
          <span>
            <bdi className="block text-ink">{title}</bdi>
            <span className="text-sm text-ink-muted">
              {percent === null
                ? t('application.completed', { date: formatDate(at, language) })
                : t('application.score', {
                    percent: formatPercent(percent / 100, language),
                    date: formatDate(at, language),
                  })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The page as wide as the frame, without a column of small pages. */
const VIEW = '#navpanes=0&view=FitH'

/** The browser's own viewer shows it; phones without one offer the file. */
const Resume = ({ resume }: Pick<StaffApplication, 'resume'>) => {
  const { t } = useTranslation('recruiting')
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {navigator.pdfViewerEnabled && (
          <Button
            icon={<FileText aria-hidden="true" size={18} />}
            variant="secondary"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'application.hideResume' : 'application.showResume')}
          </Button>
        )}
        <a
          href={resume.url}
          download={resume.name}
          className={buttonClass({ variant: 'secondary', className: 'max-w-full' })}
        >
          <Download aria-hidden="true" size={18} className="shrink-0" />
          <bdi className="min-w-0 truncate">{resume.name}</bdi>
        </a>
      </div>
      {isShown && (
        <iframe
          title={t('application.resume')}
          src={`${resume.preview_url}${VIEW}`}
          referrerPolicy="no-referrer"
          className="h-[70dvh] w-full rounded-lg border border-line bg-surface-sunken"
        />
      )}
    </div>
  )
}
