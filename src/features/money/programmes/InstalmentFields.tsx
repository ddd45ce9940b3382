import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { INSTALMENTS_MAX } from '#contract/money/admin-programmes.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { FieldError } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import type { Instalment, ProgrammeForm, ProgrammeIssues } from './programme-form.ts'

type Props = {
  form: ProgrammeForm
  issues: ProgrammeIssues
  onChange: (change: Partial<ProgrammeForm>) => void
}

const ERROR_ID = 'programme-instalments-error'
const FIELDS = ['days', 'percent'] as const

/** When each instalment is due after the first payment, and its share of the rest. */
export const InstalmentFields = ({ form: { instalments }, issues, onChange }: Props) => {
  const { t } = useTranslation('money')
  const issue = issues.instalments
  const set = (at: number, next: Partial<Instalment>) =>
    onChange({
      instalments: instalments.map((each, index) => (index === at ? { ...each, ...next } : each)),
    })
  return (
    <fieldset className="flex flex-col gap-3" aria-describedby={issue && ERROR_ID}>
      <legend className="mb-1 text-sm font-semibold text-ink">{t('programmes.instalments')}</legend>
      <p className="text-sm text-ink-muted">{t('programmes.instalmentsHint')}</p>
      <ol className="flex flex-col gap-2">
        {instalments.map((instalment, index) => (
          <li key={`instalment-${index + 1}`} className="flex items-end gap-2">
            {FIELDS.map((field) => (
              <label key={field} className="flex min-w-0 flex-1 flex-col gap-1 text-sm text-ink">
                {t(`programmes.${field}`, { number: index + 1 })}
                <TextInput
                  dir="ltr"
                  inputMode="numeric"
                  autoComplete="off"
                  aria-invalid={issue ? true : undefined}
                  value={instalment[field]}
                  onChange={({ target }) => set(index, { [field]: target.value })}
                />
              </label>
            ))}
            {instalments.length > 1 && (
              <IconButton
                label={t('programmes.removeInstalment', { number: index + 1 })}
                icon={<X aria-hidden="true" size={18} />}
                onClick={() => onChange({ instalments: instalments.filter((_, each) => each !== index) })}
              />
            )}
          </li>
        ))}
      </ol>
      {issue && <FieldError id={ERROR_ID}>{t(`programmes.issue.${issue}`)}</FieldError>}
      {instalments.length < INSTALMENTS_MAX && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => onChange({ instalments: [...instalments, { days: '', percent: '' }] })}
        >
          {t('programmes.addInstalment')}
        </Button>
      )}
    </fieldset>
  )
}
