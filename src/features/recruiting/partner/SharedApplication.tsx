import Award from 'lucide-react/icons/award'
import FileText from 'lucide-react/icons/file-text'
import { useTranslation } from 'react-i18next'
import type { PartnerApplication } from '#contract/job-applications/partner.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatPercent } from '#src/shared/lib/format.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'

/** What one person sent, as they chose to share it. */
export const SharedApplication = ({ application }: { application: PartnerApplication }) => {
  const { t } = useTranslation('recruiting/partner')
  const language = useLanguage()
  const { id, name, email, phone, resume, cover_note: note, answers, proofs } = application
  return (
    <li className="card p-4 sm:p-6" aria-labelledby={`application-${id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 id={`application-${id}`} className="text-lg font-semibold text-ink">
            <bdi>{name}</bdi>
          </h3>
          <p className="text-sm text-ink-muted">
            {t('applied', { date: formatDate(application.applied_at, language) })}
          </p>
        </div>
        <a
          href={resume.url}
          download={resume.name}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <FileText aria-hidden="true" size={18} />
          {t('resume')}
          <span className="sr-only">: {name}</span>
        </a>
      </div>
      <p className="mt-2 flex flex-wrap gap-x-6">
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
      </p>
      {note && (
        <p dir="auto" className="mt-2 max-w-reading break-words whitespace-pre-wrap text-ink">
          {note}
        </p>
      )}
      {answers.map((answer) => (
        <div key={answer.question_id} className="mt-4 max-w-reading">
          <h4 className="text-sm font-medium text-ink-muted">
            <bdi>{answer.label}</bdi>
          </h4>
          <p dir="auto" className="break-words whitespace-pre-wrap text-ink">
            {answer.value === 'yes' || answer.value === 'no' ? t(answer.value) : answer.value}
          </p>
        </div>
      ))}
      {proofs.length > 0 && (
        <ul aria-label={t('proofs')} className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
          {proofs.map(({ kind, id: proofId, title, percent, at }) => (
            <li key={`${kind}:${proofId}`} className="flex items-start gap-2">
              <Award aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-success-text" />
              <span>
                <bdi className="block text-ink">{title}</bdi>
                <span className="text-sm text-ink-muted">
                  {percent === null
                    ? t('completed', { date: formatDate(at, language) })
                    : t('score', {
                        percent: formatPercent(percent / 100, language),
                        date: formatDate(at, language),
                      })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
