import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import type { CertificateKind, Criterion } from '#contract/certificates/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { criterionText, soFar } from '../model/criteria.ts'

type Props = { criteria: readonly Criterion[]; kind: CertificateKind }

/** What a certificate takes, each with its state. */
export const CriteriaList = ({ criteria, kind }: Props) => {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  return (
    <ul className="flex flex-col gap-2.5">
      {criteria.map((criterion) => {
        const progress = soFar(criterion, { t, language })
        return (
          <li key={criterion.kind} className="flex items-start gap-3 text-sm">
            <span
              aria-hidden="true"
              className={cx(
                'mt-px flex size-5 shrink-0 items-center justify-center rounded-full',
                criterion.met ? 'bg-success-soft text-success-text' : 'border-2 border-line-strong',
              )}
            >
              {criterion.met && <Check size={14} strokeWidth={3} />}
            </span>
            <span className={cx(criterion.met ? 'text-ink-muted' : 'text-ink')}>
              {criterionText(criterion, kind, { t, language })}
              {progress && <span className="text-ink-muted"> · {progress}</span>}
              <span className="sr-only">: {t(criterion.met ? 'criteria.met' : 'criteria.open')}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
