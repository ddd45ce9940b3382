import Award from 'lucide-react/icons/award'
import BadgeCheck from 'lucide-react/icons/badge-check'
import { useTranslation } from 'react-i18next'
import type { Proof } from '#contract/job-applications/applications.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatPercent } from '#src/shared/lib/format.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { proofKey } from '../model/apply-draft.ts'

const useProofText = () => {
  const { t } = useTranslation('job-applications')
  const language = useLanguage()
  return ({ kind, percent, at }: Proof) =>
    kind === 'assessment' && percent !== null
      ? t('proofs.score', {
          percent: formatPercent(percent / 100, language),
          date: formatDate(at, language),
        })
      : t('proofs.completed', { date: formatDate(at, language) })
}

type ChoiceProps = {
  proofs: readonly Proof[]
  shared: readonly string[]
  onChange: (shared: string[]) => void
}

/** What the learner may show: off until chosen. */
export const ProofChoices = ({ proofs, shared, onChange }: ChoiceProps) => {
  const { t } = useTranslation('job-applications')
  const describe = useProofText()
  if (proofs.length === 0) return <p className="text-sm text-ink-muted">{t('proofs.none')}</p>
  return (
    <div className="flex flex-col">
      {proofs.map((proof) => {
        const key = proofKey(proof)
        return (
          <Checkbox
            key={key}
            label={<bdi>{proof.title}</bdi>}
            hint={describe(proof)}
            checked={shared.includes(key)}
            onChange={(event) =>
              onChange(event.target.checked ? [...shared, key] : shared.filter((each) => each !== key))
            }
          />
        )
      })}
    </div>
  )
}

/** Proofs as an employer reads them. */
export const ProofLines = ({ proofs }: { proofs: readonly Proof[] }) => {
  const describe = useProofText()
  return (
    <ul className="flex flex-col gap-2">
      {proofs.map((proof) => {
        const Icon = proof.kind === 'assessment' ? Award : BadgeCheck
        return (
          <li key={proofKey(proof)} className="flex items-start gap-2">
            <Icon aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-success-text" />
            <span className="min-w-0">
              <bdi className="block text-ink">{proof.title}</bdi>
              <span className="text-sm text-ink-muted">{describe(proof)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
